import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { z } from 'zod';
import {
  CustomResource,
  definitionKind,
  type KubernetesObject,
  objectTitle,
  resolveKind,
} from '../../lib/api/index.ts';
import type { Client } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { Controller, Operator } from '../../lib/constructs/index.ts';
import { type PreviewedReconcile, previewReconciles } from '../../lib/runtime/index.ts';
import { silentLogger } from '../../lib/telemetry/index.ts';
import { EmbeddedCluster } from '../../lib/testing/index.ts';
import { Crate, type CrateRelease, crateOperator } from '../cli/diff/crate.ts';
import { settleCrates } from '../cli/diff/settled-crates.ts';
import { untilPassed } from '../until.ts';

class Yard extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Yard',
  scope: 'Cluster',
  spec: z.object({}),
}) {}

/** Returns the operator of a cluster-scoped kind, whose resources have a namespace each. */
function yardOperator(): Operator {
  const operator = new Operator(new App(), 'yard-operator', { version: '1.0.0', image: 'example.com/yard:1' });
  new Controller(operator, 'Controller', {
    for: Yard,
    owns: [k8s.KubeNamespace, k8s.KubeConfigMap],
    render: (scope, { metadata: { name } }) => {
      new k8s.KubeNamespace(scope, 'Namespace', { metadata: { name } });
      return new k8s.KubeConfigMap(scope, 'Plan', { metadata: { name: 'plan', namespace: name } });
    },
  });
  return operator;
}

describe('previewReconciles', () => {
  let cluster: EmbeddedCluster;
  let client: Client;

  before(async () => {
    cluster = await EmbeddedCluster.start({ clock: systemClock, workloads: 'none' });
    client = cluster.client();
    await settleCrates(cluster, 'a');
  });

  after(async () => {
    await client?.close();
    await cluster?.stop();
  });

  async function preview(release: CrateRelease): Promise<PreviewedReconcile> {
    const found: PreviewedReconcile[] = [];
    const ports = { client, clock: systemClock, logger: silentLogger };
    const signal = new AbortController().signal;
    for await (const each of previewReconciles(crateOperator(release), ports, () => true, signal)) found.push(each);
    const [reconcile] = found;
    assert.ok(reconcile !== undefined && found.length === 1);
    return reconcile;
  }

  async function changesOf(release: CrateRelease): Promise<readonly string[]> {
    const { changes, problem } = await preview(release);
    assert.equal(problem, undefined);
    return changes.map(({ action, before: old, after: next }) => {
      const object = next ?? old;
      return `${action} ${object && objectTitle(object)}`;
    });
  }

  it('finds no change for the release that has made the children', async () => {
    assert.deepEqual(await changesOf({}), []);
  });

  it('finds a child that the previewed release would create', async () => {
    assert.deepEqual(await changesOf({ parts: ['lid', 'tag'] }), ['create ConfigMap default/a-tag']);
  });

  it('finds a child that the previewed release would prune', async () => {
    assert.deepEqual(await changesOf({ parts: [] }), ['prune ConfigMap default/a-lid']);
  });

  it('compares a child before and after a change, without fields that each write changes', async () => {
    const { changes } = await preview({ label: 'fragile' });
    const [{ action, before: old, after: next } = assert.fail()] = changes;
    assert.deepEqual([changes.length, action], [1, 'change']);
    assert.deepEqual(
      [old?.data, next?.data],
      [
        { label: 'label', text: 'hello' },
        { label: 'fragile', text: 'hello' },
      ],
    );
    assert.deepEqual(Object.keys(next?.metadata ?? {}).sort(), ['name', 'namespace', 'ownerReferences']);
  });

  it('reports a changed field of a child that is immutable', async () => {
    const { changes, problem = '' } = await preview({ seal: 'lead' });
    assert.deepEqual(changes, []);
    assert.match(problem, /^ConfigMap default\/a-seal can't be changed in data\.seal/);
  });

  it('finds a child that the previewed release would recreate because a field is immutable', async () => {
    const { changes } = await preview({ seal: 'lead', whenImmutable: 'recreate' });
    const [{ action, before: old, after: next } = assert.fail()] = changes;
    assert.equal(action, 'recreate');
    assert.deepEqual([old?.metadata.name, next?.metadata.name], ['a-seal', 'a-seal']);
    assert.deepEqual([old?.data, next?.data], [{ seal: 'wax' }, { seal: 'lead' }]);
  });

  it('finds children that would be created later, when the children that they wait for are ready', async () => {
    assert.deepEqual(await changesOf({ isServed: true }), [
      'create Deployment default/a',
      'create ConfigMap default/a-address',
    ]);
  });

  it('reports a child whose name another object has', async () => {
    const taken = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a-taken', namespace: 'default' } };
    await cluster.apply(taken);
    const { changes, problem = '' } = await preview({ parts: ['lid', 'taken'] });
    assert.deepEqual(changes, []);
    assert.match(problem, /^ConfigMap default\/a-taken exists and is not controlled by this resource/);
  });

  it('finds children in a namespace that the previewed release would create', async () => {
    const operator = yardOperator();
    const manifests: readonly KubernetesObject[] = operator.toJson();
    await cluster.apply(...manifests.filter(({ kind }) => kind === definitionKind.kind));
    await untilPassed(() =>
      cluster.apply({ apiVersion: 'example.com/v1', kind: 'Yard', metadata: { name: 'y' }, spec: {} }),
    );
    const ports = { client, clock: systemClock, logger: silentLogger };
    const found = await previewReconciles(operator, ports, () => true, new AbortController().signal).next();
    const { changes, problem } = found.done === true ? assert.fail() : found.value;
    assert.deepEqual([changes.map(({ after: next }) => next?.kind), problem], [['Namespace', 'ConfigMap'], undefined]);
  });

  it('a preview writes nothing, and doesn’t call `reconcile`', async () => {
    const kinds = [resolveKind(k8s.KubeConfigMap), Crate.definition];
    const list = () => Promise.all(kinds.map((kind) => client.list(kind, { namespace: 'default' })));
    const objects = async () => (await list()).map(({ items }) => items);
    const before = await objects();
    let callCount = 0;
    await preview({
      label: 'fragile',
      parts: ['tag'],
      seal: 'lead',
      whenImmutable: 'recreate',
      onReconcile: () => callCount++,
    });
    assert.deepEqual(await objects(), before);
    assert.equal(callCount, 0);
  });

  it('previews only selected resources', async () => {
    const ports = { client, clock: systemClock, logger: silentLogger };
    const found = previewReconciles(crateOperator(), ports, () => false, new AbortController().signal);
    assert.equal((await found.next()).done, true);
  });
});
