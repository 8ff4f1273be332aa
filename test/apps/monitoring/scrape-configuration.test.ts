// The translation of ServiceMonitors by which tests on real nodes configure a Prometheus.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App, Chart } from 'cdk8s';
import { ExampleApp } from '../../../apps/monitoring/example-app.ts';
import type { KubernetesObject } from '../../../lib/api/index.ts';
import { serviceJobs } from '../../e2e/scrape-configuration.ts';

const chart = new Chart(new App(), 'chart');
const app = new ExampleApp(chart, 'App', { namespace: 'shop', monitorNamespace: 'monitoring', monitorLabels: {} });
const monitor: KubernetesObject = app.monitor.toJson();

const serviceOf = (namespace: string, name: string, labels = app.labels): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { namespace, name, labels },
});

/** Returns the slice of a Service with two pods, each with the ports `http` and `admin`. */
const sliceOf = (namespace: string, name: string): KubernetesObject => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { namespace, name: `${name}-1`, labels: { 'kubernetes.io/service-name': name } },
  addressType: 'IPv4',
  endpoints: [1, 2].map((index) => ({
    addresses: [`10.0.0.${index}`],
    targetRef: { kind: 'Pod', namespace, name: `${name}-${index}` },
  })),
  ports: [
    { name: 'http', port: 8080, protocol: 'TCP' },
    { name: 'admin', port: 9000, protocol: 'TCP' },
  ],
});

const cluster = {
  services: [
    serviceOf('shop', 'front'),
    serviceOf('shop', 'other', { app: 'other' }),
    serviceOf('monitoring', 'near'),
    serviceOf('elsewhere', 'far'),
  ],
  slices: [
    sliceOf('shop', 'front'),
    sliceOf('shop', 'other'),
    sliceOf('monitoring', 'near'),
    sliceOf('elsewhere', 'far'),
    sliceOf('elsewhere', 'front'),
  ],
};

/** Returns the monitor of the example app with other fields. */
const changed = (fields: object): KubernetesObject => ({
  ...monitor,
  spec: { ...(monitor.spec as object), ...fields },
});

const jobNames = (each: KubernetesObject) => serviceJobs(each, cluster).map(({ job_name }) => job_name);

describe('the scrape configuration of a ServiceMonitor', () => {
  it('the ServiceMonitor of the example app leads to a port of its pods, with its path and interval', () => {
    const labels = { namespace: 'shop', service: 'front' };
    assert.deepEqual(serviceJobs(monitor, cluster), [
      {
        job_name: 'front',
        static_configs: [
          { targets: ['10.0.0.1:8080'], labels: { ...labels, pod: 'front-1' } },
          { targets: ['10.0.0.2:8080'], labels: { ...labels, pod: 'front-2' } },
        ],
        metrics_path: '/metrics',
        scrape_interval: '30s',
      },
    ]);
  });

  it('a ServiceMonitor selects Services of its own namespace, of named ones or of all', () => {
    assert.deepEqual(jobNames(changed({ namespaceSelector: undefined })), ['near']);
    assert.deepEqual(jobNames(changed({ namespaceSelector: { matchNames: ['shop', 'elsewhere'] } })), ['front', 'far']);
    assert.deepEqual(jobNames(changed({ namespaceSelector: { any: true } })), ['front', 'near', 'far']);
  });

  it('a ServiceMonitor for a port that no pod has leads to no job', () => {
    assert.deepEqual(jobNames(changed({ endpoints: [{ port: 'metrics', path: '/metrics' }] })), []);
  });

  it('a ServiceMonitor with a field that the translation doesn’t support is refused', () => {
    assert.throws(() => jobNames(changed({ sampleLimit: 100 })), /sampleLimit/);
  });
});
