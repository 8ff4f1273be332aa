// The Memcached operator as its users run it: from the synthesized manifests, with the rights of its own
// ServiceAccount.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { OperatorProcess } from '../../lib/testing/index.ts';
import type { EmbeddedControlPlane } from '../embedded-control-plane.ts';
import { until } from '../until.ts';
import { InstalledOperator } from './installed-operator.ts';
import { applyMemcacheds, memcachedsReady, statusOf } from './memcacheds.ts';

describe('the Memcached operator as a process', () => {
  let installed: InstalledOperator<EmbeddedControlPlane>;
  let operator: OperatorProcess;

  before(async () => {
    installed = await InstalledOperator.embedded('memcached');
    operator = await installed.run();
  });

  after(() => installed[Symbol.asyncDispose]());

  const sizeOfDeployment = async (name: string, namespace?: string) => {
    const deployment = await installed.get('deployment', name, namespace);
    return (deployment?.spec as { replicas?: number } | undefined)?.replicas;
  };

  const degraded = async (name: string) => {
    const { conditions } = statusOf(await installed.get('memcached', name));
    return conditions?.find(({ type }) => type === 'Degraded');
  };

  it('the Memcached operator creates a Deployment with exactly the fields of the definition', async () => {
    await installed.kubectl('apply', '-f', installed.samples);
    await memcachedsReady(installed, 1);
    const deployment = await installed.get('deployment', 'memcached-small');
    const memcached = await installed.get('memcached', 'memcached-small');
    assert.deepEqual(deployment?.metadata.labels, { app: 'memcached', memcached_cr: 'memcached-small' });
    assert.deepEqual(deployment.metadata.ownerReferences, [
      {
        apiVersion: 'cache.example.com/v1alpha1',
        kind: 'Memcached',
        name: 'memcached-small',
        uid: memcached?.metadata.uid,
        controller: true,
        blockOwnerDeletion: true,
      },
    ]);
    const labels = { app: 'memcached', memcached_cr: 'memcached-small' };
    const applied = await installed.kubectl(
      ...[
        'get',
        'deployment',
        'memcached-small',
        '-o',
        'jsonpath={.spec.replicas} {.spec.selector.matchLabels} {.spec.template.metadata.labels}',
      ],
    );
    assert.equal(applied, `1 ${JSON.stringify(labels)} ${JSON.stringify(labels)}`);
    const { template } = deployment.spec as {
      template: { spec: Record<string, unknown> & { containers: Record<string, unknown>[] } };
    };
    assert.deepEqual(template.spec.securityContext, {
      runAsNonRoot: true,
      runAsUser: 11211,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    assert.equal(template.spec.containers.length, 1);
    const { name, image, command, ports, securityContext } = template.spec.containers[0] ?? {};
    assert.deepEqual(
      { name, image, command, ports, securityContext },
      {
        name: 'memcached',
        image: 'memcached:1.6.39-alpine',
        command: ['memcached', '-m', '64', '-o', 'modern', '-v'],
        ports: [{ name: 'memcached', containerPort: 11211, protocol: 'TCP' }],
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      },
    );
  });

  it('the Memcached operator reports the names of the running pods', async () => {
    const pods = await installed.list('pods', 'default');
    assert.deepEqual(
      pods.map(({ status }) => (status as { phase: string }).phase),
      ['Running'],
    );
    const { nodes } = statusOf(await installed.get('memcached', 'memcached-small'));
    assert.deepEqual(
      nodes,
      pods.map(({ metadata }) => metadata.name),
    );
  });

  it('the Memcached operator applies a change of size, and reports the new pods', async () => {
    await installed.kubectl('patch', 'memcached', 'memcached-small', '--type=merge', '-p', '{"spec":{"size":3}}');
    await memcachedsReady(installed, 1);
    assert.equal(await sizeOfDeployment('memcached-small'), 3);
    const pods = await installed.list('pods', 'default');
    const { nodes } = statusOf(await installed.get('memcached', 'memcached-small'));
    assert.deepEqual(nodes, pods.map(({ metadata }) => metadata.name).sort());
  });

  it('the Memcached operator creates a deleted Deployment again', async () => {
    const before = await installed.get('deployment', 'memcached-small');
    await installed.kubectl('delete', 'deployment', 'memcached-small');
    await until('the Deployment exists again', async () => {
      const now = await installed.get('deployment', 'memcached-small');
      return now !== undefined && now.metadata.uid !== before?.metadata.uid;
    });
    await memcachedsReady(installed, 1);
  });

  it('the Memcached operator reverts manual edits of its fields, and keeps the fields of other managers', async () => {
    const annotate = ['annotate', 'deployment', 'memcached-small', 'team.example.com/pager=cache-team'];
    await installed.kubectl(...annotate);
    const edits =
      '{"spec":{"replicas":5,"template":{"spec":{"containers":[{"name":"memcached","image":"memcached:0"}]}}}}';
    await installed.kubectl('patch', 'deployment', 'memcached-small', '-p', edits);
    await until('the edit is reverted', async () => {
      const spec = (await installed.get('deployment', 'memcached-small'))?.spec;
      const { replicas, template } = spec as {
        replicas: number;
        template: { spec: { containers: { image: string }[] } };
      };
      return replicas === 3 && template.spec.containers[0]?.image === 'memcached:1.6.39-alpine';
    });
    const deployment = await installed.get('deployment', 'memcached-small');
    assert.equal(deployment?.metadata.annotations?.['team.example.com/pager'], 'cache-team');
  });

  it('the API server rejects an invalid Memcached with the messages of the definition', async () => {
    await assert.rejects(
      applyMemcacheds(installed, { 'default/large': 9 }),
      /spec\.size.*should be less than or equal to 5/,
    );
    await assert.rejects(
      applyMemcacheds(installed, { [`default/${'n'.repeat(64)}`]: 1 }),
      /the name becomes a label of the pods: use at most 63 characters/,
    );
  });

  it('the Memcached operator keeps another owner’s Deployment, and continues when the name is free', async () => {
    await installed.kubectl('create', 'deployment', 'taken', '--image=nginx');
    const before = await installed.get('deployment', 'taken');
    await applyMemcacheds(installed, { 'default/taken': 1 });
    await until('the conflict is reported', async () => (await degraded('taken'))?.status === 'True');
    const condition = await degraded('taken');
    assert.equal(condition?.reason, 'ChildConflict');
    assert.match(condition.message, /^Deployment default\/taken exists and is not controlled by this resource/);
    const untouched = await installed.get('deployment', 'taken');
    assert.equal(untouched?.metadata.generation, before?.metadata.generation);
    assert.equal(untouched?.metadata.ownerReferences, undefined);
    assert.ok(!untouched?.metadata.managedFields?.some(({ manager }) => manager === 'memcached-operator'));

    await installed.kubectl('delete', 'deployment', 'taken');
    await memcachedsReady(installed, 2);
    assert.equal((await degraded('taken'))?.status, 'False');
  });

  it('the garbage collector deletes the children of a deleted Memcached', async () => {
    await installed.kubectl('delete', 'memcached', 'taken');
    await until('the children are gone', async () => {
      const left = [...(await installed.list('deployments', 'default')), ...(await installed.list('pods', 'default'))];
      return !left.some(({ metadata }) => metadata.name.startsWith('taken'));
    });
  });

  it('the Memcached operator keeps the children of resources with similar names apart', async () => {
    const deploymentsNow = async () =>
      (await installed.list('deployments')).filter(({ metadata }) => metadata.labels?.app === 'memcached');
    await installed.kubectl('delete', 'memcached', '--all');
    await until('their children are gone', async () => (await deploymentsNow()).length === 0);
    await installed.kubectl('create', 'namespace', 'other');
    const names = ['default', 'db', 'db-default', 'db.default', 'n'.repeat(63)];
    const keys = [...names.map((name) => `default/${name}`), 'other/db'];
    await applyMemcacheds(installed, Object.fromEntries(keys.map((key) => [key, 2])));
    await memcachedsReady(installed, keys.length);

    const memcacheds = await installed.list('memcacheds');
    const deployments = await deploymentsNow();
    const owners = deployments.map(({ metadata }) => metadata.ownerReferences?.[0]?.uid);
    assert.deepEqual(owners.sort(), memcacheds.map(({ metadata }) => metadata.uid).sort());
    const selectors = deployments.map(({ metadata, spec }) =>
      JSON.stringify([metadata.namespace, (spec as { selector: unknown }).selector]),
    );
    assert.equal(new Set(selectors).size, keys.length);
    const nodes = memcacheds.flatMap(
      (memcached) => statusOf(memcached).nodes?.map((node) => `${memcached.metadata.namespace}/${node}`) ?? [],
    );
    assert.equal(new Set(nodes).size, 2 * keys.length);
  });

  it('the Memcached operator sends no request that it has no right to', async () => {
    assert.deepEqual(await installed.missingRights(), []);
  });

  it('the Memcached operator ends in order at SIGTERM', async () => {
    assert.deepEqual(await operator.stop(), { code: 0, signal: null });
  });
});
