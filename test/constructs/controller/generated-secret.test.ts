// The Secrets that an operator generates, on the embedded cluster.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { z } from 'zod';
import {
  Action,
  Controller,
  CustomResource,
  GeneratedSecret,
  metadataOf,
  Operator,
  type PolicyRule,
} from '../../../lib/index.ts';
import { type OperatorSource, scenario, type World } from '../../../lib/testing/index.ts';

class Store extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Store',
  spec: z.object({ user: z.string() }),
  status: z.object({}),
}) {}

const credentials = new GeneratedSecret({
  for: Store,
  condition: 'CredentialsFound',
  secret: ({ metadata, spec, password }) => ({
    metadata: { name: `${metadata.name}-credentials`, labels: { store: metadata.name } },
    stringData: { user: spec.user, password: password() },
  }),
});

const stores: OperatorSource = ({ app }) => {
  const operator = new Operator(app, 'stores', { version: '1.0.0', image: 'example.com/stores:1' });
  new Controller(operator, 'Controller', {
    for: Store,
    references: [{ kind: metadataOf(k8s.KubeSecret), names: ({ metadata }) => [`${metadata.name}-credentials`] }],
    uses: GeneratedSecret.uses,
    render: () => undefined,
    reconcile: async (context) => {
      await credentials.generate(context);
      return Action.awaitChange();
    },
    status: (context) => ({ conditions: credentials.conditions(context) }),
  });
  return operator;
};

const store = (name: string) => ({
  apiVersion: 'example.com/v1',
  kind: 'Store',
  metadata: { namespace: 'default', name },
  spec: { user: 'admin' },
});
const settled = async (...names: readonly string[]): Promise<World> => {
  let planned = scenario(stores);
  for (const name of names) planned = planned.apply(store(name));
  return await planned.settle();
};
const secret = (world: World, name = 'red') => world.get(k8s.KubeSecret, `${name}-credentials`);
const text = (value = '') => Buffer.from(value, 'base64').toString();

describe('a generated Secret', () => {
  it('each resource gets a generated Secret with its own values, which no log line or Event contains', async () => {
    await using world = await settled('red', 'blue');
    const values = ['red', 'blue'].map((name) => text(secret(world, name)?.data?.password));
    assert.ok(values.every((value) => /^[0-9a-f-]{36}$/.test(value)));
    assert.notEqual(values[0], values[1]);
    assert.equal(text(secret(world)?.data?.user), 'admin');
    const said = JSON.stringify([world.log, world.events, world.get(Store, 'red')]);
    assert.ok(values.every((value) => !said.includes(value)));
  });

  it('a generated Secret outlives its resource, serves a later one, and never changes', async () => {
    await using world = await settled('red');
    const before = secret(world)?.metadata.resourceVersion;
    await world.change(Store, 'red', { spec: { user: 'root' } });
    world.restart();
    await world.settle();
    await world.delete(Store, 'red');
    await world.settle();
    await world.apply(store('red'));
    await world.settle();
    assert.equal(secret(world)?.metadata.resourceVersion, before);
    assert.equal(world.conditions(Store, 'red').CredentialsFound?.status, 'True');
  });

  it('a deleted Secret is not generated again, and the condition reports that until it is restored', async () => {
    await using world = await settled('red');
    await world.delete(k8s.KubeSecret, 'red-credentials');
    await world.settle();
    world.restart();
    await world.settle();
    assert.equal(secret(world), undefined);
    assert.equal(world.conditions(Store, 'red').CredentialsFound?.reason, 'SecretMissing');
    const restored = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'red-credentials' } };
    await world.apply({ ...restored, stringData: { password: 'old' } });
    await world.settle();
    assert.equal(world.conditions(Store, 'red').CredentialsFound?.status, 'True');
  });

  it('a generated Secret requires the rights to watch and create Secrets, and no others', async () => {
    await using world = await settled('red');
    const roles: readonly { readonly kind: string; readonly rules?: readonly PolicyRule[] }[] = world.operator.toJson();
    const verbs = roles
      .flatMap(({ rules = [] }) => rules)
      .flatMap((rule) => (rule.resources?.includes('secrets') ? rule.verbs : []));
    assert.deepEqual([...new Set(verbs)].toSorted(), ['create', 'list', 'watch']);
  });
});
