// Compares the results of rules with those of a real API server.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ruleRefusals, ruleValidation } from '../../../lib/schema/index.ts';
import { ruleGroups, specSchema } from './rule-sample.ts';
import { objectSchema, RuleServer } from './rule-server.ts';

/** The result of a rule for a value, by one of the two evaluators. */
type Result = 'holds' | 'fails' | 'unevaluated' | 'not compiled';

/** Rules that the API server refuses, and the library accepts because the API server may know the functions. */
const unsure: ReadonlySet<string> = new Set([
  'quantity(string(self.storage)).sub(5).sign() == 0',
  'quantity(string(self.storage)).add(1).sign() > 0 && quantity("1k") == quantity("1000")',
  'quantity(self.storage).sign() == 1',
  'self.text == `a`',
]);

describe('rules', { timeout: 600_000 }, () => {
  let server: RuleServer;
  before(async () => {
    server = await RuleServer.start();
  });

  after(() => server.stop());

  function schemaWith(...rules: readonly string[]) {
    const validations = rules.map((rule, index) => ({ rule, message: `rule ${index}.` }));
    return objectSchema({ ...specSchema, 'x-kubernetes-validations': validations });
  }

  function resultHere(rule: string, spec: object): Result {
    const { findings, unevaluated } = ruleValidation(schemaWith(rule), { spec });
    if (unevaluated.length > 0) return 'unevaluated';
    return findings.length > 0 ? 'fails' : 'holds';
  }

  for (const { rules, specs } of ruleGroups) {
    it(`rules have the same result as in the API server: ${rules[0]} and ${rules.length - 1} more`, async () => {
      const refusals = await Promise.all(rules.map((rule) => server.refusal(schemaWith(rule))));
      const costly = refusals.filter((refusal) => refusal?.includes('cost'));
      assert.deepEqual(costly, []);
      const compiled = rules.filter((_, index) => refusals[index] === undefined);
      const kind = await server.install(schemaWith(...compiled));
      const differences: unknown[] = [];
      for (const [index, rule] of rules.entries()) {
        const sureRefusals = ruleRefusals(schemaWith(rule));
        const isRefusedThere = refusals[index] !== undefined;
        const isRefusedHere = sureRefusals.length > 0;
        const isAsExpected = isRefusedHere === (isRefusedThere && !unsure.has(rule));
        if (!isAsExpected) differences.push({ rule, sureRefusals, refusal: refusals[index] });
      }
      for (const spec of specs) {
        const complaints = await server.complaints(kind, { spec });
        for (const rule of rules) {
          const number = compiled.indexOf(rule);
          const fails = complaints.some(([, message]) => message.includes(`rule ${number}.`));
          const there: Result = number < 0 ? 'not compiled' : fails ? 'fails' : 'holds';
          const here = resultHere(rule, spec);
          if (here !== 'unevaluated' && here !== there) differences.push({ rule, spec, here, there, complaints });
        }
      }
      assert.deepEqual(differences, []);
    });
  }

  it('most CEL rules are evaluated without an API server', (test) => {
    const results = ruleGroups.flatMap(({ rules, specs }) =>
      rules
        .filter((rule) => ruleRefusals(schemaWith(rule)).length === 0)
        .flatMap((rule) => specs.map((spec) => resultHere(rule, spec))),
    );
    const evaluated = results.filter((result) => result !== 'unevaluated');
    test.diagnostic(`${evaluated.length} of ${results.length} results are known without the API server`);
    assert.ok(evaluated.length > results.length * 0.9);
  });
});
