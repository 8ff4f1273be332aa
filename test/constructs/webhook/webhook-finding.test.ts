import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Duration } from 'cdk8s';
import { type CheckedWebhook, webhookFindings } from '../../../lib/constructs/webhook/webhook-finding.ts';

function webhook(props: CheckedWebhook['props'], name = 'no-shrink.vault.example.com', path = 'op/NoShrink') {
  return { name, node: { path }, props };
}

const findings = (props: CheckedWebhook['props']) => [...webhookFindings(webhook(props), [])];

describe('a webhook', () => {
  it('a webhook is accepted without any settings, and with all of them', () => {
    assert.deepEqual(findings({}), []);
    const selector = { matchLabels: { team: 'db' } };
    const matchConditions = [{ name: 'example.com/not-me', expression: 'true' }];
    const timeout = Duration.seconds(30);
    assert.deepEqual(findings({ timeout, matchConditions, namespaceSelector: selector, objectSelector: selector }), []);
  });

  for (const timeout of [Duration.seconds(1), Duration.millis(2000)]) {
    it(`a webhook with a timeout of ${timeout.toHumanString()} is accepted`, () => {
      assert.deepEqual(findings({ timeout }), []);
    });
  }

  for (const [timeout, seconds] of [
    [Duration.seconds(0), '0'],
    [Duration.millis(1500), '1.5'],
    [Duration.seconds(31), '31'],
  ] as const) {
    it(`a webhook with a timeout of ${seconds} seconds is refused`, () => {
      assert.deepEqual(findings({ timeout }), [`timeout is ${seconds} seconds: write whole seconds from 1 to 30`]);
    });
  }

  it('a webhook is refused for conditions with repeated or invalid names, or without an expression', () => {
    const matchConditions = [
      { name: 'one', expression: 'true' },
      { name: 'one', expression: ' ' },
      { name: 'the other', expression: 'true' },
    ];
    assert.deepEqual(findings({ matchConditions }), [
      "matchConditions[1].name 'one' occurs twice: give one of the two another name",
      'matchConditions[1].expression is empty: write a CEL expression',
      "matchConditions[2].name 'the other' is not valid: write letters, digits, '-', '_' and '.', at most 63",
    ]);
  });

  for (const [expression, error] of [
    ['1 +', 'syntax error: unexpected token: EOF'],
    ['1', 'its type is int, and it must be bool'],
    ['object.spec.isOn', 'its type is not known, and must be bool: write … == true'],
    ['self.spec.size > 1', "undeclared reference to 'self'"],
    ['variables.size > 1', "undeclared reference to 'variables'"],
    ["request.userInfo.usernam != 'x'", "undefined field 'usernam'"],
    ["request.name.startWith('x')", "Kubernetes has no function 'startWith'"],
  ] as const) {
    it(`a webhook is refused for a condition that API servers refuse: ${expression}`, () => {
      assert.deepEqual(findings({ matchConditions: [{ name: 'c', expression }] }), [
        `matchConditions[0].expression '${expression}' is not valid CEL: ${error}; write an expression over object, oldObject, request and authorizer`,
      ]);
    });
  }

  for (const expression of [
    "!(request.userInfo.username in ['system:serviceaccount:a:b'])",
    "authorizer.group('a').resource('b').check('c').allowed()",
    "object.?metadata.labels['a'].orValue('') == 'b'",
    'oldObject == null || object.spec != oldObject.spec',
    "namespaceObject.metadata.labels['a'] == 'b'",
    "request.userInfo.groups.exists(g, g == 'a') && !request.dryRun",
  ]) {
    it(`a webhook with the condition ${expression} is accepted`, () => {
      assert.deepEqual(findings({ matchConditions: [{ name: 'c', expression }] }), []);
    });
  }

  it('a webhook with more than 64 conditions is refused', () => {
    const conditions = Array.from({ length: 65 }, (_, index) => ({ name: `c${index}`, expression: 'true' }));
    assert.deepEqual(findings({ matchConditions: conditions.slice(1) }), []);
    assert.deepEqual(findings({ matchConditions: conditions }), ['matchConditions has 65 entries: write at most 64']);
  });

  it('the finding of a webhook names the invalid selector', () => {
    const wrong = { matchLabels: { '': '' } };
    for (const field of ['namespaceSelector', 'objectSelector']) {
      const [finding, ...others] = findings({ [field]: wrong });
      assert.deepEqual([finding?.split('.')[0], others], [field, []]);
    }
  });

  it('two webhooks of one name have one finding, about the later one', () => {
    const first = webhook({});
    const second = webhook({}, first.name, 'op/no-shrink');
    assert.deepEqual([...webhookFindings(first, [first, second])], []);
    assert.deepEqual(
      [...webhookFindings(second, [first, second])],
      [`op/NoShrink is called ${first.name}, too: give one of the two another id`],
    );
  });

  it('a webhook with an invalid name is refused', () => {
    for (const name of ['.vault.example.com', `${'a'.repeat(240)}.vault.example.com`]) {
      assert.match([...webhookFindings(webhook({}, name), [])].join(), /^the name .* is not valid: /);
    }
  });
});
