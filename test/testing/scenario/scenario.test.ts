import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { Memcached } from '../../../apps/memcached/api.ts';
import { MemcachedOperator } from '../../../apps/memcached/operator.ts';
import { Action } from '../../../lib/api/index.ts';
import { issueAuthority } from '../../../lib/certificate/index.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { Controller, Operator, Sample, ValidatingWebhook, WebhookCertificates } from '../../../lib/constructs/index.ts';
import { type OperatorSource, type RecordedEvent, scenario } from '../../../lib/testing/index.ts';
import { Note, note, noteOperator, renderNote } from '../explorer/note-operator.ts';

const cache = {
  apiVersion: 'cache.example.com/v1alpha1',
  kind: 'Memcached',
  metadata: { name: 'cache' },
  spec: { size: 2 },
};

describe('a scenario', () => {
  it('a scenario runs the manager until its work is done', async () => {
    await using world = await scenario(MemcachedOperator).apply(cache).settle();
    assert.equal(world.get(Memcached, 'cache')?.status.observedGeneration, 1);
    assert.equal(world.get(k8s.KubeDeployment, 'cache')?.spec?.replicas, 2);
    assert.deepEqual(world.writes.slice(0, 2), [
      'apply Deployment default/cache',
      'patch Memcached/status default/cache',
    ]);
  });

  it('a scenario takes further steps from its world, and shows their changes', async () => {
    await using world = await scenario(MemcachedOperator).apply(cache).settle();
    const before = world.writes.length;
    await world.change(Memcached, 'cache', { spec: { size: 3 } });
    assert.equal(world.writes.length, before);
    await world.settle();
    assert.equal(world.get(k8s.KubeDeployment, 'cache')?.spec?.replicas, 3);
    assert.equal(world.children(Memcached, 'cache').length, 1);

    await world.delete(Memcached, 'cache');
    await world.settle();
    assert.deepEqual(world.snapshot(), []);
    assert.equal(world.get(k8s.KubeDeployment, 'cache'), undefined);
  });

  it('a snapshot lacks what the cluster allots, and has the fields of authors with the same names', async () => {
    const data = { clusterIP: 'none', generation: 'third', nodePort: '30000', resourceVersion: 'v3', uid: 'root' };
    const operator = noteOperator((scope) => {
      new Controller(scope, 'Controller', {
        for: Note,
        owns: [k8s.KubeConfigMap, k8s.KubeService],
        render: (chart) => {
          new k8s.KubeConfigMap(chart, 'Data', { metadata: { name: 'data', labels: { uid: 'root' } }, data });
          const ports = [{ port: 80 }];
          new k8s.KubeService(chart, 'Service', { metadata: { name: 'web' }, spec: { type: 'NodePort', ports } });
        },
      });
    });
    await using world = await scenario(operator).apply(note).settle();
    const [map, service] = ['ConfigMap', 'Service'].map((of) => world.snapshot().find(({ kind }) => kind === of));
    assert.deepEqual(map?.data, data);
    assert.deepEqual(map?.metadata.labels?.uid, 'root');
    assert.equal(map?.metadata.uid, undefined);
    assert.doesNotMatch(JSON.stringify(service), /clusterIP|nodePort/);
  });

  it('a scenario installs a Deployment beside the manager, which keeps the rights of its own account', async () => {
    const operator = noteOperator((scope) => {
      new Controller(scope, 'Controller', { for: Note, owns: [k8s.KubeConfigMap], render: renderNote });
      const labels = { app: 'proxy' };
      // The namespace of an operator accepts only such pods.
      const securityContext = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
      const spec = {
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [{ name: 'proxy', image: 'proxy:1', securityContext }],
      };
      new k8s.KubeDeployment(scope, 'Proxy', {
        metadata: { name: 'proxy' },
        spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
      });
    });
    await using world = await scenario(operator).apply(note).settle();
    assert.equal(world.conditions(Note, 'note').Ready?.status, 'True');
    const proxy = world.get(k8s.KubeDeployment, { namespace: world.operator.namespace, name: 'proxy' });
    assert.equal(proxy?.status?.readyReplicas, 1);
  });

  it('a scenario creates the namespaces that its operator watches', async () => {
    const confined: OperatorSource = ({ app }) => {
      const release = { version: '1.0.0', image: 'note-operator:1.0.0' };
      const operator = new Operator(app, 'note-operator', { ...release, watchNamespaces: ['default', 'team'] });
      new Controller(operator, 'Controller', { for: Note, owns: [k8s.KubeConfigMap], render: renderNote });
      return operator;
    };
    const metadata = { ...note.metadata, namespace: 'team' };
    await using world = await scenario(confined)
      .apply({ ...note, metadata })
      .settle();
    assert.equal(world.conditions(Note, metadata).Ready?.status, 'True');
  });

  it('a scenario applies a sample of the operator', async () => {
    await using world = await scenario(MemcachedOperator)
      .do(async (world) => {
        for (const sample of Sample.in(world.operator)) await world.apply(sample);
      })
      .settle();
    assert.match(world.tree(), /^Memcached default\/memcached-small .*\n└─ Deployment default\/memcached-small/);
  });

  it('a scenario lists Events in the order in which they were written, not in that of names', async () => {
    await using world = await scenario(MemcachedOperator)
      .apply({ ...cache, metadata: { name: 'zebra' } })
      .settle();
    const before = world.events.length;
    await world.apply({ ...cache, metadata: { name: 'ant' } });
    await world.settle();
    const [earlier, later] = [world.events.slice(0, before), world.events.slice(before)];
    const concerns = (name: string) => (event: RecordedEvent) => event.message.includes(name);
    assert.deepEqual([earlier.some(concerns('ant')), later.some(concerns('zebra'))], [false, false]);
    assert.deepEqual([earlier.some(concerns('zebra')), later.some(concerns('ant'))], [true, true]);
  });

  it('a scenario ends the same way each time', async () => {
    const run = async () => {
      await using world = await scenario(MemcachedOperator).apply(cache).settle();
      return { snapshot: world.snapshot(), writes: world.writes, tree: world.tree() };
    };
    assert.deepEqual(await run(), await run());
  });

  it('a manager that a scenario restarts writes nothing for work that is done', async () => {
    await using world = await scenario(MemcachedOperator).apply(cache).settle();
    const before = world.writes.length;
    world.restart();
    await world.settle();
    assert.equal(world.writes.length, before);
    assert.equal(world.managers.length, 1);
  });

  it('a scenario elects a leader of several managers, and the next one when the leader is killed', async () => {
    await using world = await scenario(MemcachedOperator, { managers: 2 }).apply(cache).settle();
    const [leader] = world.managers;
    const lease = () =>
      world
        .list(k8s.KubeLease)
        .map(({ spec }) => spec?.holderIdentity ?? '')
        .find((holder) => holder.startsWith('manager')) ?? '';
    assert.match(lease(), /^manager-1_/);
    leader?.crash();
    await world.change(Memcached, 'cache', { spec: { size: 4 } });
    await world.settle();
    assert.match(lease(), /^manager-2_/);
    assert.equal(world.get(k8s.KubeDeployment, 'cache')?.spec?.replicas, 4);
  });

  it('a scenario fails if a manager writes again and again without a pause', async () => {
    const operator = noteOperator((scope) => {
      new Controller(scope, 'Controller', {
        for: Note,
        uses: [{ kind: Note, verbs: ['patch'] }],
        owns: [],
        render: () => undefined,
        reconcile: async ({ client, metadata: { name, namespace = '', labels = {} } }) => {
          const count = String(Number(labels.count ?? 0) + 1);
          await client.patch(Note, { name, namespace }, { metadata: { labels: { count } } });
          return Action.awaitChange();
        },
      });
    });
    await assert.rejects(async () => {
      await scenario(operator).apply(note).settle();
    }, /a manager repeats `patch Note default\/note` without a pause; the last changes: MODIFIED Note default\/note/);
  });

  it('a scenario passes on the error of a step', async () => {
    await assert.rejects(async () => {
      await scenario(MemcachedOperator).apply({ ...cache, spec: { size: 9 } });
    }, /spec.size: Invalid value: 9/);
  });

  it('a scenario calls webhooks whose certificates come from other actors in clusters', async () => {
    const authority = (await issueAuthority('example.com', systemClock.now())).certificate;
    for (const certificates of [WebhookCertificates.certManager(), WebhookCertificates.secret('note-tls', authority)]) {
      const certified: OperatorSource = ({ app }) => {
        const release = { version: '1.0.0', image: 'note-operator:1.0.0' };
        const operator = new Operator(app, 'note-operator', { ...release, webhooks: { certificates } });
        new Controller(operator, 'Controller', { for: Note, owns: [k8s.KubeConfigMap], render: renderNote });
        const validate = () => [{ field: 'spec.text', message: 'is spam' }];
        new ValidatingWebhook(operator, 'Validation', { for: Note, validate });
        return operator;
      };
      await assert.rejects(async () => await scenario(certified).apply(note), /spec\.text: is spam/);
    }
  });

  it('a scenario that fails at its start leaves no server of webhooks behind', async () => {
    const failing: OperatorSource = ({ app, clock }) => {
      const operator = new Operator(app, 'note-operator', { version: '1.0.0', image: 'note-operator:1.0.0' });
      new Controller(operator, 'Controller', { for: Note, owns: [k8s.KubeConfigMap], render: renderNote });
      new ValidatingWebhook(operator, 'Validation', { for: Note, validate: () => [] });
      // The clock stands still until the webhooks can be called.
      clock.timer(500, () => {
        throw new Error('no ink');
      });
      return operator;
    };
    await assert.rejects(async () => await scenario(failing), /no ink/);
    assert.ok(!process.getActiveResourcesInfo().includes('TCPServerWrap'));
  });
});
