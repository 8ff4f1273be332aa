import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { Memcached } from '../../../apps/memcached/api.ts';
import { MemcachedOperator } from '../../../apps/memcached/operator.ts';
import { resolveKind } from '../../../lib/api/index.ts';
import { PodScript, scenario } from '../../../lib/testing/index.ts';

const cache = {
  apiVersion: 'cache.example.com/v1alpha1',
  kind: 'Memcached',
  metadata: { name: 'cache' },
  spec: { size: 2 },
};

const labels = { app: 'shop' };

const shop = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'shop' },
  spec: {
    replicas: 1,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: { containers: [{ name: 'shop', image: 'shop:1', resources: { requests: { cpu: '100m' } } }] },
    },
  },
};

const autoscaler = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'shop' },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'shop' },
    maxReplicas: 5,
    metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } }],
  },
};

describe('the workloads of a scenario', () => {
  it('pods of a scenario crash in a loop if a script says so, which the status of the resource shows', async () => {
    await using world = await scenario(MemcachedOperator)
      .do(({ pods }) => pods.script(({ name }) => name.startsWith('cache-'), PodScript.fail({ exitCode: 3 })))
      .apply(cache)
      .settle();
    const restarts = world.list(k8s.KubePod).map(({ status }) => status?.containerStatuses?.[0]?.restartCount ?? 0);
    assert.equal(restarts.length, 2);
    assert.ok(
      restarts.every((count) => count > 1),
      String(restarts),
    );
    assert.equal(world.conditions(Memcached, 'cache').Ready?.status, 'False');

    world.pods.script(({ name }) => name.startsWith('cache-'), PodScript.ready());
    await world.advance(300_000);
    assert.equal(world.conditions(Memcached, 'cache').Ready?.status, 'True');
  });

  it('a Deployment of a scenario grows with the load that its autoscaler reads', async () => {
    await using world = await scenario(MemcachedOperator)
      .do(({ loads }) => loads.set('cpu', 150))
      .apply(shop)
      .apply(autoscaler)
      .settle();
    assert.equal(world.get(k8s.KubeDeployment, 'shop')?.status?.readyReplicas, 5);
    const { status } = world.get(k8s.KubeHorizontalPodAutoscalerV2, 'shop') ?? {};
    assert.deepEqual(
      status?.conditions?.map(({ type, reason }) => `${type}: ${reason}`),
      ['AbleToScale: ReadyForNewScale', 'ScalingActive: ValidMetricFound', 'ScalingLimited: TooManyReplicas'],
    );
  });

  it('a scenario prints workloads as kubectl prints them', async () => {
    await using world = await scenario(MemcachedOperator).apply(cache).settle();
    const lines = (await world.table(k8s.KubeDeployment)).split('\n');
    assert.deepEqual(
      // The age depends on the timers of watches, whose times are random.
      lines.map((line) => line.replace(/\S+$/, '…')),
      [
        'NAMESPACE   NAME    READY   UP-TO-DATE   AVAILABLE   …',
        'default     cache   2/2     2            2           …',
      ],
    );
    assert.match(await world.table(k8s.KubeNode), /^NAME +STATUS .*\nnode-1 +Ready .*$/);
  });

  it('a Service of a scenario has the status that another controller writes as a step', async () => {
    const external = { loadBalancer: { ingress: [{ ip: '192.0.2.7' }] } };
    const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'shop' }, spec: { ports: [{ port: 80 }] } };
    await using world = await scenario(MemcachedOperator)
      .apply(service)
      .changeStatus(k8s.KubeService, 'shop', external)
      .settle();
    assert.deepEqual(world.get(k8s.KubeService, 'shop')?.status, external);
  });

  it('a scenario answers the requests of an admin', async () => {
    await using world = await scenario(MemcachedOperator).apply(shop).settle();
    const pods = await world.client.list(resolveKind(k8s.KubePod), { namespace: 'default' });
    assert.deepEqual(
      pods.items.map(({ metadata }) => metadata.labels?.app),
      ['shop'],
    );
  });
});
