import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { ServiceMonitor } from '../../../apps/monitoring/imports/monitoring.coreos.com/v1/index.ts';
import { MetricsAccess, Operator, type OperatorProps } from '../../../lib/constructs/index.ts';

const labels = { 'app.kubernetes.io/name': 'shelf-operator', 'app.kubernetes.io/component': 'manager' };

function operator(said: Partial<OperatorProps> = {}): Operator {
  return new Operator(new App(), 'shelf-operator', { version: '1.0.0', image: 'example.com/shelf:1', ...said });
}

/** The one object of the chart of monitoring. */
function monitor(said?: Partial<OperatorProps>) {
  const [object, ...others] = operator(said).monitoring?.toJson() ?? [];
  assert.deepEqual(others, []);
  return object;
}

describe('the ServiceMonitor of an operator', () => {
  it('makes a Prometheus send its own token, and trust a certificate without a known authority', () => {
    assert.deepEqual(monitor(), {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'ServiceMonitor',
      metadata: {
        name: 'shelf-operator-metrics',
        namespace: 'shelf-operator-system',
        labels: { 'app.kubernetes.io/part-of': 'shelf-operator', ...labels },
      },
      spec: {
        selector: { matchLabels: labels },
        endpoints: [
          {
            path: '/metrics',
            port: 'https',
            scheme: 'https',
            bearerTokenFile: '/var/run/secrets/kubernetes.io/serviceaccount/token',
            tlsConfig: { insecureSkipVerify: true },
          },
        ],
      },
    });
  });

  it('makes it verify a certificate from a Secret, for the name of the Service', () => {
    const [endpoint] = monitor({ metrics: MetricsAccess.authorized('metrics-tls') }).spec.endpoints;
    assert.deepEqual(endpoint.tlsConfig, {
      serverName: 'shelf-operator-metrics.shelf-operator-system.svc',
      ca: { secret: { name: 'metrics-tls', key: 'ca.crt' } },
    });
  });

  it('needs neither where metrics are for anybody', () => {
    const [endpoint] = monitor({ metrics: MetricsAccess.anybody() }).spec.endpoints;
    assert.deepEqual(endpoint, { path: '/metrics', port: 'http', scheme: 'http' });
  });

  it('isn’t there where there are no metrics', () => {
    assert.equal(operator({ metrics: MetricsAccess.none() }).monitoring, undefined);
  });

  it('finds the Service with the metrics, and a port of that name', () => {
    for (const metrics of [MetricsAccess.authorized(), MetricsAccess.anybody()]) {
      const said = { metrics };
      const service = operator(said)
        .toJson()
        .find(({ kind, metadata }) => kind === 'Service' && metadata.name === 'shelf-operator-metrics');
      const { matchLabels } = monitor(said).spec.selector;
      assert.deepEqual({ ...service?.metadata.labels, ...matchLabels }, service?.metadata.labels);
      const [endpoint] = monitor(said).spec.endpoints;
      assert.ok(JSON.stringify(service?.spec).includes(`"name":"${endpoint.port}"`));
    }
  });

  it('is as the definition of its kind demands', () => {
    for (const metrics of [MetricsAccess.authorized(), MetricsAccess.authorized('tls'), MetricsAccess.anybody()]) {
      const { metadata, spec } = monitor({ metrics });
      assert.deepEqual(ServiceMonitor.validate({ metadata, spec }).findings, []);
    }
  });

  it('has the labels by which a Prometheus finds it', () => {
    assert.equal(monitor({ monitorLabels: { release: 'kps' } }).metadata.labels.release, 'kps');
  });
});
