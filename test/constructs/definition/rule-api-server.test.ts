// Rules on a real API server: for defaults, for objects that are older than the rules, and in match conditions.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { App } from 'cdk8s';
import { z } from 'zod';
import { Controller, CustomResource, type CustomResourceClass, Operator } from '../../../lib/index.ts';
import { matchConditionError, rule } from '../../../lib/schema/index.ts';
import type { ControlPlane } from '../../../lib/testing/index.ts';
import { sharedControlPlane } from '../../shared-control-plane.ts';
import { untilEstablished } from '../../until-established.ts';

const names = { group: 'rules.example.com', version: 'v1' } as const;
const window = z.object({ from: z.int32().default(1), to: z.int32().default(2) });
const ordered = rule(window, 'self.from < self.to', 'from is not before to');

/** Sizes are unbounded, which could exceed the cost limit. */
const unbounded = z.object({
  size: z.int32().default(1),
  text: z.string().optional(),
  nested: z.array(z.array(z.record(z.string(), z.array(z.string())))).optional(),
  labels: z.record(z.string(), z.string()).optional(),
});

const rules = [
  { rule: 'self.spec.size != 2', messageExpression: '"not " + "2"', fieldPath: '.spec.size' },
  { rule: "!has(self.spec.text) || self.spec.text.startsWith('a')", message: 'text begins with a' },
] as const;

class Before extends CustomResource({ ...names, kind: 'Offender', spec: unbounded }) {}
class Since extends CustomResource({ ...names, kind: 'Offender', spec: unbounded, rules }) {}

function definitionOf(api: CustomResourceClass): object {
  const operator = new Operator(new App(), 'rule-operator', { version: '1.0.0', image: 'example.com/rule:1' });
  new Controller(operator, 'Controller', { for: api, render: () => undefined });
  return operator.definitions[0]?.toJson() ?? {};
}

describe('rules, on a real API server', { timeout: 600_000 }, () => {
  let controlPlane: ControlPlane;

  before(async () => {
    controlPlane = await sharedControlPlane();
  });

  /** Returns the error of the API server; empty if it accepts the object. */
  async function serverError(args: readonly string[], input?: object): Promise<string> {
    const options = input === undefined ? {} : { input: JSON.stringify(input) };
    const { exitCode, stderr } = await controlPlane.kubectl(args, options);
    return exitCode === 0 ? '' : stderr;
  }

  for (const [kind, spec] of [
    ['Whole', ordered],
    ['Inner', z.object({ window: ordered.prefault({}) })],
    ['Partial', z.object({ window: ordered.prefault({ to: 5 }) })],
    ['Deep', z.object({ list: z.array(z.object({ window: ordered.prefault({}) })).prefault([{}]) })],
    ['Wrong', rule(window, 'self.from > self.to', 'from is not behind to')],
    ['Changed', z.object({ size: rule(z.int32(), 'self > oldSelf', 'size grows').default(1) })],
  ] as const) {
    it(`a default that breaks its rules is refused by the library and the API server, and no other is: ${kind}`, async () => {
      const api = CustomResource({ ...names, kind, spec: spec as z.ZodObject });
      const refusal = await serverError(['create', '--dry-run=server', '-f', '-'], definitionOf(api));
      const isWrong = kind === 'Wrong' || kind === 'Changed';
      assert.deepEqual([api.definition.schema.refusals.length > 0, refusal !== ''], [isWrong, isWrong], refusal);
      if (isWrong) assert.match(refusal, /\.default: Invalid value/);
    });
  }

  it('the API server accepts older objects that break a new rule until their spec changes', async () => {
    const resource = 'offenders.rules.example.com';
    const offender = (spec: object) => ({
      apiVersion: 'rules.example.com/v1',
      kind: 'Offender',
      metadata: { name: 'old', finalizers: ['rules.example.com/cleanup'] },
      spec,
    });
    assert.equal(await serverError(['apply', '-f', '-'], definitionOf(Before)), '');
    await untilEstablished(controlPlane);
    assert.equal(
      await serverError(['create', '-f', '-'], offender({ size: 2, text: 'b', nested: [[{ a: ['b'] }]] })),
      '',
    );
    assert.equal(await serverError(['apply', '-f', '-'], definitionOf(Since)), '');
    const created = offender({ size: 2 });
    const other = { ...created, metadata: { name: 'new' } };
    const attempt = () => serverError(['create', '--dry-run=server', '-f', '-'], other);
    let refusal = await attempt();
    while (refusal === '') refusal = await attempt();
    assert.match(refusal, /spec\.size: Invalid value.*not 2/);

    const patched = (patch: object, ...args: string[]) =>
      serverError(['patch', resource, 'old', '--type=merge', `--patch=${JSON.stringify(patch)}`, ...args]);
    assert.match(await patched({ spec: { labels: { a: 'b' } } }), /not 2.*text begins with a/s);
    assert.equal(await patched({ spec: { size: 3, text: 'a' } }, '--dry-run=server'), '');
    assert.equal(await patched({ metadata: { labels: { a: 'b' } } }), '');
    assert.equal(await patched({ status: { observedGeneration: 1 } }, '--subresource=status'), '');
    assert.equal(await serverError(['delete', resource, 'old', '--wait=false']), '');
    assert.equal(await patched({ metadata: { finalizers: null } }), '');
    assert.match(await serverError(['get', resource, 'old']), /not found/);
  });

  for (const expression of [
    "request.userInfo.usernam != 'x'",
    'object.spec.isOn',
    'params.a == 1',
    "authorizer.group('a').resource('b').check('c').allowed()",
    "namespaceObject.metadata.labels['a'] == 'b'",
    "object.?metadata.labels['a'].orValue('') == 'b'",
    "request.name.startWith('x')",
    'request.requestKind == request.kind && request.options == null',
  ]) {
    it(`a match condition has an error exactly if the API server refuses it: ${expression}`, async () => {
      const webhook = {
        name: 'a.rules.example.com',
        clientConfig: { url: 'https://127.0.0.1/' },
        rules: [{ apiGroups: [names.group], apiVersions: ['v1'], resources: ['*'], operations: ['CREATE'] }],
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        matchConditions: [{ name: 'a', expression }],
      };
      const refusal = await serverError(['create', '--dry-run=server', '-f', '-'], {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingWebhookConfiguration',
        metadata: { name: 'conditions' },
        webhooks: [webhook],
      });
      assert.equal(matchConditionError(expression) === undefined, refusal === '', refusal);
    });
  }
});
