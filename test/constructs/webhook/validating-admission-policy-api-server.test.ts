// A policy on a real API server, whose results are compared with those of the same rules in this process.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { App } from 'cdk8s';
import { z } from 'zod';
import type { KubernetesObject } from '../../../lib/api/index.ts';
import { Controller, CustomResource, Operator, ValidatingAdmissionPolicy } from '../../../lib/index.ts';
import type { ControlPlane } from '../../../lib/testing/index.ts';
import { kubectl } from '../../kubectl.ts';
import { sharedControlPlane } from '../../shared-control-plane.ts';
import { until } from '../../until.ts';
import { untilEstablished } from '../../until-established.ts';

const volume = {
  group: 'storage.example.com',
  version: 'v1',
  kind: 'Volume',
  spec: z.object({
    size: z.int32().default(1),
    self: z.string().max(16).optional(),
    isSmall: z.boolean().default(true),
    tags: z.array(z.string().max(16)).max(4).optional(),
  }),
} as const;

class Volume extends CustomResource(volume) {}

const rules = [
  { rule: 'self.spec.size >= oldSelf.spec.size', message: 'only grows', fieldPath: '.spec.size' },
  { rule: 'self.spec.size < 100', message: 'too big', reason: 'FieldValueForbidden' },
  { rule: '!has(self.spec.tags) || self.spec.tags.all(self, self != "self") // of tags', message: 'no tag self' },
  { rule: '!has(self.spec.self) || self.spec.self != "self"', messageExpression: '"not " + self.spec.self' },
  { rule: 'oldSelf.hasValue() || self.spec.size < 10', message: 'begins small', optionalOldSelf: true },
  { rule: 'self.metadata.name != "root"', message: 'root is reserved' },
  { rule: 'self.spec.isSmall', messageExpression: 'self.metadata.name' },
] as const;

/** The same rules in a definition, for validation in this process. */
class Defined extends CustomResource({ ...volume, rules }) {}

describe('an admission policy in an API server', { timeout: 600_000 }, () => {
  let controlPlane: ControlPlane;

  before(async () => {
    controlPlane = await sharedControlPlane();
    const operator = new Operator(new App(), 'store', { version: '1.0.0', image: 'example.com/store:1.0.0' });
    new Controller(operator, 'Controller', { for: Volume, render: () => undefined });
    new ValidatingAdmissionPolicy(operator, 'NoShrink', { for: Volume, rules });
    const manifests = operator.toJson();
    await apply(manifests.filter(({ kind }) => kind === 'CustomResourceDefinition'));
    await untilEstablished(controlPlane);
    await apply(manifests.filter(({ kind }) => kind.startsWith('ValidatingAdmissionPolicy')));
    await until('the policy is in force', async () => (await refusal({ size: 1000 })).includes('denied request'));
  });

  async function apply(items: readonly KubernetesObject[]): Promise<void> {
    const { stderr } = await controlPlane.kubectl(['create', '-f', '-'], {
      input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
    });
    assert.equal(stderr, '');
  }

  async function send(spec: object, name: string, ...args: string[]): Promise<string> {
    const object = {
      apiVersion: 'storage.example.com/v1',
      kind: 'Volume',
      metadata: { name, namespace: 'default' },
      spec,
    };
    return (await controlPlane.kubectl([...args, '-f', '-'], { input: JSON.stringify(object) })).stderr;
  }

  function refusal(spec: object, name = 'new'): Promise<string> {
    return send(spec, name, 'create', '--dry-run=server');
  }

  it('the API server compiles every rule of an admission policy', async () => {
    const policy = await kubectl(controlPlane, ['get', 'validatingadmissionpolicy', 'store-no-shrink', '-o', 'json']);
    assert.deepEqual(JSON.parse(policy).status?.typeChecking?.expressionWarnings ?? [], []);
  });

  const samples: readonly (readonly [spec: z.input<typeof volume.spec>, name: string])[] = [
    [{ size: 5, tags: ['a'], self: 'me' }, 'a'],
    [{ size: 50 }, 'a'],
    [{ tags: ['a', 'self'] }, 'a'],
    [{ self: 'self' }, 'a'],
    [{}, 'root'],
  ];
  for (const [spec, name] of samples) {
    it(`the API server evaluates a policy like this process for ${name} with ${JSON.stringify(spec)}`, async () => {
      const [first] = Defined.validate({ metadata: { name }, spec }).findings;
      const response = await refusal(spec, name);
      if (first === undefined) assert.equal(response, '');
      else
        assert.ok(
          response.includes(`'store-no-shrink' with binding 'store-no-shrink' denied request: ${first.message}`),
          response,
        );
    });
  }

  it('the API server evaluates a policy like this process for changes', async () => {
    assert.equal(await send({ size: 5 }, 'grown', 'create'), '');
    assert.match(
      await send({ size: 4 }, 'grown', 'replace', '--dry-run=server'),
      /denied request: spec\.size: only grows/,
    );
    assert.match(await send({ size: 100 }, 'grown', 'replace', '--dry-run=server'), /denied request: too big/);
    assert.equal(await send({ size: 20 }, 'grown', 'replace', '--dry-run=server'), '');
    const [finding] = Defined.validate(
      { metadata: { name: 'grown' }, spec: { size: 4 } },
      { metadata: { name: 'grown' }, spec: { size: 5 } },
    ).findings;
    assert.deepEqual(finding, { path: 'spec.size', message: 'only grows', rulePath: '' });
  });
});
