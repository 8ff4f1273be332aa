// Rules over values that were made to be costly. Nothing here measures time: what isn't stopped would take minutes.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { CelType } from '../../../../lib/schema/cel/cel-type.ts';
import { BudgetError, Meter, objectBudget, perCallLimit, stepLimit } from '../../../../lib/schema/cel/cost/meter.ts';
import { expressionOverSelf } from '../../../../lib/schema/cel/expression.ts';
import { EvaluationError, UnevaluableError } from '../../../../lib/schema/cel/expression-error.ts';
import { CelList, type CelValue } from '../../../../lib/schema/cel/value/cel-value.ts';
import { type JsonSchemaProps, ruleValidation } from '../../../../lib/schema/index.ts';

const text: JsonSchemaProps = { type: 'string' };
const texts: JsonSchemaProps = { type: 'array', items: text };

function schemaWith(field: JsonSchemaProps, ...rules: readonly string[]): JsonSchemaProps {
  const value = { ...field, 'x-kubernetes-validations': rules.map((rule) => ({ rule })) };
  return { type: 'object', properties: { value } };
}

function answer(rule: string, field: JsonSchemaProps, value: unknown, previous?: unknown): string {
  const before = previous === undefined ? undefined : { value: previous };
  const { findings, unevaluated } = ruleValidation(schemaWith(field, rule), { value }, before);
  const [left] = unevaluated;
  return left === undefined ? (findings.length > 0 ? 'fails' : 'holds') : left.reason;
}

const tooCostly = `it costs more than ${perCallLimit}`;
const tooManySteps = `it takes more than ${stepLimit} steps`;

/** A thing that is cheap to write and costly to evaluate: the rule, the schema, the value, and what becomes of it. */
const attacks: readonly (readonly [rule: string, field: JsonSchemaProps, value: unknown, response: string])[] = [
  ['self.all(x, self.exists_one(y, x == y))', texts, Array.from({ length: 9000 }, (_, i) => `${i}`), tooManySteps],
  ['lists.range(self).size() > 0', { type: 'integer' }, 1e8, tooCostly],
  ['lists.range(self).size() > 0', { type: 'integer' }, 2 ** 52, tooCostly],
  ['lists.range(self).map(x, lists.range(x)).size() > 0', { type: 'integer' }, 90_000, tooManySteps],
  ['self.replace("", self).size() > 0', text, 'a'.repeat(1e6), tooManySteps],
  ['self.replace("a", self).replace("a", self).size() > 0', text, 'a'.repeat(1000), tooManySteps],
  ['[self, self, self, self, self, self, self, self].join(self).size() > 0', text, 'a'.repeat(1e6), tooCostly],
  ['self.distinct().size() > 0', texts, Array.from({ length: 20_000 }, (_, i) => `${i}`), tooCostly],
  ['sets.equivalent(self, self)', texts, Array.from({ length: 20_000 }, (_, i) => `${i}`), tooCostly],
  ['self.sort().size() > 0', texts, Array.from({ length: 20_000 }, (_, i) => `${i}`), tooCostly],
  ['self.all(x, self.all(y, self.all(z, x + y == z)))', texts, Array.from({ length: 200 }, () => ''), tooManySteps],
  ['self.indexOf(self.substring(1) + "b") < 0', text, 'a'.repeat(100_000), 'holds'],
  ['!self.contains(self.substring(1) + "b")', text, 'a'.repeat(100_000), tooCostly],
  ['self.split(self.substring(50000) + "b").size() == 1', text, 'a'.repeat(100_000), 'holds'],
  ['self.trim() == self', text, `a${' '.repeat(1e6)}a`, 'holds'],
  ['!self.matches("^([a-z0-9]+-?)+$")', text, `${'a'.repeat(20_000)}!`, 'holds'],
  ['self.matches("^([a-z0-9]+-?)+$")', text, 'a'.repeat(3e6), tooCostly],
  ['self.findAll("a.*b|a").size() > 0', text, 'a'.repeat(10_000), tooManySteps],
  ['self.findAll("a.*b|a", 5000).size() > 0', text, 'a'.repeat(10_000), tooManySteps],
  ['self.findAll("a.*b|a", 2).size() == 2', text, 'a'.repeat(1000), 'holds'],
  ['self.findAll("[a-z]+").size() == 50', text, 'ab '.repeat(50), 'holds'],
  [
    '"a".matches(self)',
    text,
    '(a?)'.repeat(300),
    'a regular expression of 1200 characters is evaluated by the API server only',
  ],
  ['int(self) > 0', text, '9'.repeat(1e6), 'fails'],
  ['duration(self) > duration("1s")', text, `1.${'9'.repeat(2e6)}s`, 'holds'],
  [
    'isSemver(self)',
    text,
    `1.0.${'9'.repeat(2e6)}`,
    'a version with a number beyond 64 bits is evaluated by the API server only',
  ],
  [
    'quantity(self).isGreaterThan(quantity("1"))',
    text,
    '9'.repeat(1e6),
    'a quantity with so many digits is evaluated by the API server only',
  ],
  ['self > duration("1s")', { ...text, format: 'duration' }, '1'.repeat(1e6), 'fails'],
];

describe('the evaluation of a rule', () => {
  for (const [rule, field, value, expected] of attacks) {
    const size = typeof value === 'number' ? `${value}` : `${JSON.stringify(value).length} bytes`;
    it(`the evaluation of a rule stays within its budget: ${rule} over ${size}`, () => {
      assert.equal(answer(rule, field, value), expected);
    });
  }

  it('the evaluation of a rule ends once its budget is exceeded', () => {
    const numbers = Array.from({ length: 2000 }, (_, index) => index);
    const field: JsonSchemaProps = { type: 'array', items: { type: 'integer' } };
    assert.equal(answer('self.all(x, self.all(y, x + y >= 0)) || true', field, numbers), tooManySteps);
    assert.equal(
      answer('self.exists(x, self.all(y, x + y >= 0) && false) ? true : true', field, numbers),
      tooManySteps,
    );
  });

  it('the budget of a rule counts operands that API servers evaluate although another operand fails', () => {
    const field: JsonSchemaProps = { type: 'array', items: { type: 'integer' } };
    const numbers = Array.from({ length: 2000 }, (_, index) => index);
    assert.equal(
      answer('1 / self[0] > self.filter(x, self.all(y, y >= 0)).size() || true', field, numbers),
      tooManySteps,
    );
    assert.equal(
      answer('self.map(x, 1 / (x % 2) > 0 || self.all(y, y >= 0)).size() > 0 || true', field, numbers),
      tooManySteps,
    );
  });

  it('the evaluation of an object’s rules ends when their common budget is exceeded', () => {
    const rules = Array.from({ length: 30 }, (_, index) => `self.sort().size() > ${index}`);
    const value = Array.from({ length: 600 }, () => 'a');
    const { findings, unevaluated } = ruleValidation(schemaWith(texts, ...rules), { value });
    assert.deepEqual(findings, []);
    assert.equal(unevaluated.length, 1);
    assert.equal(unevaluated[0]?.reason, `all rules together cost more than ${objectBudget}`);
  });

  it('an object with 100,000 broken rules has 20 findings', () => {
    const items: JsonSchemaProps = { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 0' }] };
    const schema = schemaWith({ type: 'array', items });
    const { findings } = ruleValidation(schema, { value: Array.from({ length: 100_000 }, () => 0) });
    assert.equal(findings.length, 20);
    assert.deepEqual(findings[19], { path: 'value[19]', message: 'failed rule: self > 0' });
  });

  it('rules compare values without a schema at any depth', () => {
    const deep = (depth: number): unknown => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
    const field: JsonSchemaProps = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    const inner: JsonSchemaProps = { type: 'object', properties: { loose: field } };
    assert.equal(answer('self == oldSelf', inner, { loose: deep(5000) }, { loose: deep(5000) }), 'holds');
    assert.equal(answer('self == oldSelf', inner, { loose: deep(5000) }, { loose: deep(5001) }), 'fails');
    assert.equal(answer('self.size() > 5', { ...texts, ...{ items: text } }, ['a'], ['a']), 'holds');
  });

  it('a changed list is validated in linear time, with keys or without', () => {
    let reads = 0;
    const counted = (name: string) => ({
      get name() {
        reads += 1;
        return name;
      },
    });
    const items: JsonSchemaProps = {
      type: 'object',
      properties: { name: text },
      'x-kubernetes-validations': [{ rule: 'self.name == ""' }],
    };
    const readsOf = (count: number, keyed: boolean) => {
      const list: JsonSchemaProps = {
        type: 'array',
        items,
        ...(keyed && { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] }),
      };
      const names = Array.from({ length: count }, (_, index) => `${index}`);
      reads = 0;
      const { findings } = ruleValidation(
        schemaWith(list),
        { value: names.map(counted) },
        { value: names.map(counted) },
      );
      assert.deepEqual(findings, []);
      return reads;
    };
    for (const keyed of [true, false]) assert.ok(readsOf(2000, keyed) < 3 * readsOf(1000, keyed));
  });
});

const numberList: CelType = { kind: 'list', item: { kind: 'int' } };

/** Rules that a list of numbers can be asked, put together at random. */
const { number: randomNumber, list: randomList } = fc.letrec<{ list: string; number: string; truth: string }>(
  (tie) => ({
    list: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('self', 'lists.range(self.size())', '[1, 2, 3]'),
      fc.tuple(tie('list'), tie('list')).map(([a, b]) => `(${a} + ${b})`),
      fc.tuple(tie('list'), tie('truth')).map(([a, p]) => `${a}.filter(x, ${p})`),
      fc.tuple(tie('list'), tie('number')).map(([a, n]) => `${a}.map(x, ${n})`),
      tie('list').map((a) => `${a}.reverse()`),
      tie('list').map((a) => `${a}.distinct()`),
      tie('list').map((a) => `${a}.sort()`),
      fc.tuple(tie('list'), tie('list')).map(([a, b]) => `[${a}, ${b}].flatten()`),
    ),
    number: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('1', 'self.size()', 'self[0]'),
      tie('list').map((a) => `${a}.sum()`),
      fc.tuple(tie('list'), tie('number')).map(([a, n]) => `${a}.indexOf(${n})`),
    ),
    truth: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.tuple(tie('list'), tie('list')).map(([a, b]) => `${a} == ${b}`),
      fc.tuple(tie('number'), tie('list')).map(([n, a]) => `${n} in ${a}`),
      fc.tuple(tie('list'), tie('truth')).map(([a, p]) => `${a}.all(x, ${p})`),
      fc.tuple(tie('list'), tie('truth')).map(([a, p]) => `${a}.exists_one(x, ${p})`),
      fc.tuple(tie('list'), tie('list')).map(([a, b]) => `sets.contains(${a}, ${b})`),
    ),
  }),
);

describe('the meter', () => {
  it('the meter of a rule counts before a list is read, for each rule and any length', () => {
    fc.assert(
      fc.property(fc.oneof(randomNumber, randomList), fc.integer({ min: 0, max: 5000 }), (rule, length) => {
        let reads = 0;
        const items = new Proxy(
          Array.from({ length }, (_, index): CelValue => BigInt(index)),
          {
            get: (target, key, receiver) => {
              reads += typeof key === 'string' && /^\d/.test(key) ? 1 : 0;
              return Reflect.get(target, key, receiver);
            },
          },
        );
        const meter = new Meter();
        try {
          expressionOverSelf(rule, numberList, {}).run({ meter, name: 'self', value: new CelList(items) });
        } catch (error) {
          const isKnown =
            error instanceof BudgetError || error instanceof EvaluationError || error instanceof UnevaluableError;
          if (!isKnown) throw error;
        }
        const { cost, steps } = meter.spent;
        assert.ok(reads <= 5 * (cost + steps) + 10 * length, `${reads} reads for ${cost} and ${steps} steps`);
      }),
      { numRuns: 100 },
    );
  });
});
