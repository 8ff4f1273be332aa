// The example app of the monitoring chart on a real node, and its metrics in a real Prometheus.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App } from 'cdk8s';
import { z } from 'zod';
import { Monitoring } from '../../apps/monitoring/chart.ts';
import type { KubernetesObject } from '../../lib/api/index.ts';
import { Cluster } from '../../lib/testing/index.ts';
import { kubectl, patience } from '../kubectl.ts';
import { until } from '../until.ts';
import { workloadImage } from './images/workload-image.ts';
import { applyMonitorDefinition } from './monitor-definition.ts';
import { PrometheusServer } from './prometheus-server.ts';

const objects: readonly KubernetesObject[] = new Monitoring(new App(), 'monitoring').toJson();

/** The chart's objects that need no operator, and the monitor of their pods. */
const kinds = ['Namespace', 'Deployment', 'Service', 'ServiceMonitor'];

const prometheusSpec = z.object({
  serviceMonitorSelector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
});

describe('the monitoring chart on a real node', { timeout: 20 * 60_000 }, () => {
  let cluster: Cluster;

  before(async () => {
    const images = await Promise.all([workloadImage('exampleApp'), workloadImage('prometheus')]);
    cluster = await Cluster.start({ images, podSecurity: 'restricted' });
    await applyMonitorDefinition(cluster, 'servicemonitors');
    const items = objects.filter(({ kind }) => kinds.includes(kind));
    await kubectl(cluster, ['apply', '-f', '-'], { apiVersion: 'v1', kind: 'List', items });
    await kubectl(cluster, ['rollout', 'status', 'deployment/example-app', patience]);
  });

  after(() => cluster?.stop());

  /** Sends requests to a pod of the example app. */
  async function request(name: string, count: number): Promise<void> {
    await using forward = await cluster.portForward({ kind: 'pod', name, port: 8080 });
    for (let sent = 0; sent < count; sent += 1) {
      assert.equal((await fetch(`http://127.0.0.1:${forward.port}`)).status, 200);
    }
  }

  it('a Prometheus shows the requests to each pod of the example app, found by the ServiceMonitor', async () => {
    const words = ['get', 'pods', '-l', 'app=example-app', '-o', 'jsonpath={.items[*].metadata.name}'];
    const [first = '', second = '', ...others] = (await kubectl(cluster, words)).split(' ');
    assert.deepEqual(others, []);
    await request(first, 3);
    await request(second, 5);

    const described = objects.find(({ kind }) => kind === 'Prometheus');
    const { matchLabels } = prometheusSpec.parse(described?.spec).serviceMonitorSelector;
    const prometheus = await PrometheusServer.forServices(cluster, matchLabels);
    const series = () => prometheus.query('http_requests_total{job="example-app"}');
    await until('both pods are read', async () => (await series()).length === 2);
    assert.deepEqual(
      new Set(
        (await series()).map(({ metric: { pod, code, method }, value: [, count] }) => [pod, code, method, count]),
      ),
      new Set([
        [first, '200', 'get', '3'],
        [second, '200', 'get', '5'],
      ]),
    );
  });
});
