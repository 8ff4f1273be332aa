import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { z } from 'zod';
import { Controller, CustomResource, Operator, Sample, ValidatingAdmissionPolicy } from '../../../lib/index.ts';
import type { Rule } from '../../../lib/schema/index.ts';

class Volume extends CustomResource({
  group: 'storage.example.com',
  version: 'v1',
  kind: 'Volume',
  spec: z.object({
    size: z.int32().default(1),
    since: z.iso.datetime().optional(),
    self: z.string().max(16).optional(),
    isSmall: z.boolean().default(true),
    tags: z.array(z.string().max(16)).max(4).optional(),
  }),
}) {}

type PolicyProps = Omit<ConstructorParameters<typeof ValidatingAdmissionPolicy<typeof Volume>>[2], 'for'>;

function operatorWith(props: PolicyProps): Operator {
  const operator = new Operator(new App(), 'store', { version: '1.0.0', image: 'example.com/store:1.0.0' });
  new Controller(operator, 'Controller', { for: Volume, render: () => undefined });
  new ValidatingAdmissionPolicy(operator, 'NoShrink', { for: Volume, ...props });
  new Sample(operator, 'Small', { of: Volume, spec: { size: 1 } });
  return operator;
}

function manifest(operator: Operator, kind: string) {
  return operator.toJson().find((object) => object.kind === kind) ?? assert.fail(`${kind} is missing`);
}

function validations(...rules: readonly Rule[]) {
  const { spec } = manifest(operatorWith({ rules, actions: ['Warn'] }), 'ValidatingAdmissionPolicy');
  return z.looseObject({ validations: z.array(z.record(z.string(), z.string())) }).parse(spec).validations;
}

function findings(props: PolicyProps): string[] {
  const operator = operatorWith(props);
  return operator.node.findAll().flatMap((construct) => construct.node.validate());
}

describe('an admission policy', () => {
  it('an admission policy is bound, and limited to requests that create and change its kind', () => {
    const operator = operatorWith({
      rules: [{ rule: 'self.spec.size < 10' }],
      failurePolicy: 'Ignore',
      actions: ['Warn', 'Audit'],
      namespaceSelector: { matchLabels: { tier: 'gold' } },
      objectSelector: { matchLabels: { kept: 'yes' } },
      matchConditions: [{ name: 'not-the-operator', expression: 'request.userInfo.username != "root"' }],
    });
    const policy = manifest(operator, 'ValidatingAdmissionPolicy');
    assert.equal(policy.metadata.name, 'store-no-shrink');
    assert.deepEqual(policy.spec, {
      failurePolicy: 'Ignore',
      matchConstraints: {
        matchPolicy: 'Equivalent',
        resourceRules: [
          {
            apiGroups: ['storage.example.com'],
            apiVersions: ['v1'],
            resources: ['volumes'],
            operations: ['CREATE', 'UPDATE'],
            scope: 'Namespaced',
          },
        ],
        namespaceSelector: { matchLabels: { tier: 'gold' } },
        objectSelector: { matchLabels: { kept: 'yes' } },
      },
      matchConditions: [{ name: 'not-the-operator', expression: 'request.userInfo.username != "root"' }],
      validations: [
        {
          expression: 'object.spec.size < 10',
          message: 'failed rule: self.spec.size < 10',
          reason: 'Invalid',
        },
      ],
    });
    const binding = manifest(operator, 'ValidatingAdmissionPolicyBinding');
    assert.deepEqual(binding.spec, { policyName: 'store-no-shrink', validationActions: ['Warn', 'Audit'] });
  });

  for (const [rule, expression] of [
    ['self.spec.self == "self"', 'object.spec.self == "self"'],
    ['self.spec.tags.all(self, self == "a")', 'object.spec.tags.all(self, self == "a")'],
    [
      'self.spec.tags.all(i, self, self == "a") && has(self.spec.self)',
      'object.spec.tags.all(i, self, self == "a") && has(object.spec.self)',
    ],
    [
      'self.spec.tags.map(x, x == self.spec.self, x + r"self") == []',
      'object.spec.tags.map(x, x == object.spec.self, x + r"self") == []',
    ],
    [
      '{"self": self.spec.size}["self"] > [self.spec.size][0]',
      '{"self": object.spec.size}["self"] > [object.spec.size][0]',
    ],
    ['self.?spec.?self.orValue("self") != "" // self', 'object.?spec.?self.orValue("self") != "" // self'],
    ['self.spec.size >= oldSelf.spec.size', 'oldObject == null || (object.spec.size >= oldObject.spec.size\n)'],
    ['self.spec.isSmall', '(object.spec.isSmall\n) == true'],
    ['self.spec.tags.exists(oldSelf, oldSelf == "a")', 'object.spec.tags.exists(oldSelf, oldSelf == "a")'],
  ] as const) {
    it(`an admission policy evaluates ${rule} for the object`, () => {
      assert.equal(validations({ rule })[0]?.expression, expression);
    });
  }

  it('an admission policy replaces an optional oldSelf by an optional of oldObject', () => {
    const [validation] = validations({ rule: 'oldSelf.hasValue() || self.spec.size == 1', optionalOldSelf: true });
    assert.equal(
      validation?.expression,
      '(oldObject == null ? optional.none() : optional.of(oldObject)).hasValue() || object.spec.size == 1',
    );
  });

  it('an admission policy has messages that name the field, and reasons that a policy supports', () => {
    const [forbidden, duplicate] = validations(
      { rule: 'self.spec.size < 9', message: 'too big', fieldPath: '.spec.size', reason: 'FieldValueForbidden' },
      {
        rule: 'self.spec.size < 8',
        messageExpression: '"not " + string(self.spec.size)',
        fieldPath: '.spec.size',
        reason: 'FieldValueDuplicate',
      },
    );
    assert.deepEqual(forbidden, {
      expression: 'object.spec.size < 9',
      message: 'spec.size: too big',
      reason: 'Forbidden',
    });
    assert.deepEqual(duplicate, {
      expression: 'object.spec.size < 8',
      message: 'spec.size: failed rule: self.spec.size < 8',
      messageExpression: '"spec.size: " + ("not " + string(object.spec.size)\n)',
      reason: 'Invalid',
    });
  });

  it('an admission policy has no finding if all samples obey its rules', () => {
    assert.deepEqual(
      findings({ rules: [{ rule: 'self.spec.size > 0' }, { rule: 'self.spec.size >= oldSelf.spec.size' }] }),
      [],
    );
  });

  it('an admission policy is refused for the class of an older version', () => {
    const names = { group: 'storage.example.com', kind: 'Shelf', spec: z.object({ size: z.int32().default(1) }) };
    class Older extends CustomResource({ ...names, version: 'v1beta1' }) {}
    const versions = [{ of: Older, up: () => ({ spec: {}, status: {} }), down: () => ({ spec: {}, status: {} }) }];
    class Newer extends CustomResource({ ...names, version: 'v1', versions }) {}
    const operator = new Operator(new App(), 'store', { version: '1.0.0', image: 'example.com/store:1.0.0' });
    new Controller(operator, 'Controller', { for: Newer, render: () => undefined });
    const policy = new ValidatingAdmissionPolicy(operator, 'Big', {
      for: Older,
      rules: [{ rule: 'self.spec.size > 1' }],
    });
    assert.deepEqual(policy.node.validate(), [
      'Shelf.storage.example.com/v1beta1 is an older version of Shelf.storage.example.com/v1: write the class of Shelf.storage.example.com/v1, to which requests are converted',
    ]);
  });

  it('an admission policy is refused for rules that a policy can’t express', () => {
    const remedy = "move it into the definition's rules";
    const wrong = 'write an expression over self, and oldSelf for changes';
    assert.deepEqual(
      findings({
        rules: [
          { rule: 'self.spec.size >' },
          { rule: 'self.spec.sise > 1' },
          { rule: '!has(self.spec.since) || self.spec.since > timestamp("2024-01-01T00:00:00Z")' },
          { rule: '.self == 1' },
        ],
      }),
      [
        `the rule 'self.spec.size >' can't be part of a policy: syntax error: unexpected token: EOF; ${wrong}`,
        `the rule 'self.spec.sise > 1' can't be part of a policy: undefined field 'sise'; ${wrong}`,
        `the rule '!has(self.spec.since) || self.spec.since > timestamp("2024-01-01T00:00:00Z")' can't be part of a policy: policies see times, durations and bytes as strings; ${remedy}`,
        `the rule '.self == 1' can't be part of a policy: the parser doesn't support a form in it (unexpected token: DOT); ${remedy}`,
      ],
    );
  });

  it('an admission policy is refused if it would deny a sample of the operator', () => {
    const rules = [{ rule: 'self.spec.size > 1', message: 'too small', fieldPath: '.spec.size' }];
    assert.deepEqual(findings({ rules }), ['it would deny store-samples/Small: spec.size: too small']);
    assert.deepEqual(findings({ rules, actions: ['Warn'] }), []);
  });

  it('an admission policy is refused without rules or actions, or with actions that exclude each other', () => {
    const rules = [{ rule: 'self.spec.size > 0' }];
    assert.deepEqual(findings({ rules: [] }), ['it has no rules: add one at least']);
    assert.deepEqual(findings({ rules, actions: [] }), ['it has no actions: add Deny, Warn or Audit']);
    assert.deepEqual(findings({ rules, actions: ['Deny', 'Warn'] }), [
      'Deny and Warn exclude each other: leave one out',
    ]);
  });
});
