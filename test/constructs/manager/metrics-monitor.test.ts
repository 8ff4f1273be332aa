import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { ServiceMonitor } from '../../../apps/monitoring/imports/monitoring.coreos.com/v1/index.ts';
import { MetricsAccess, Operator, type OperatorProps } from '../../../lib/constructs/index.ts';

const labels = { 'app.kubernetes.io/name': 'shelf-operator', 'app.kubernetes.io/component': 'manager' };

function operator(props: Partial<OperatorProps> = {}): Operator {
  return new Operator(new App(), 'shelf-operator', { version: '1.0.0', image: 'example.com/shelf:1', ...props });
}

/** Returns the one object of the chart of monitoring. */
function monitor(props?: Partial<OperatorProps>) {
  const [object, ...others] = operator(props).monitoring?.toJson() ?? [];
  assert.deepEqual(others, []);
  return object;
}

describe('the ServiceMonitor of an operator', () => {
  it('a ServiceMonitor makes Prometheus send its own token, and accept any certificate by default', () => {
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

  it('a ServiceMonitor makes Prometheus verify a certificate from a Secret, for the Service’s name', () => {
    const [endpoint] = monitor({ metrics: MetricsAccess.authorized('metrics-tls') }).spec.endpoints;
    assert.deepEqual(endpoint.tlsConfig, {
      serverName: 'shelf-operator-metrics.shelf-operator-system.svc',
      ca: { secret: { name: 'metrics-tls', key: 'ca.crt' } },
    });
  });

  it('a ServiceMonitor of public metrics has neither a token nor a TLS configuration', () => {
    const [endpoint] = monitor({ metrics: MetricsAccess.anybody() }).spec.endpoints;
    assert.deepEqual(endpoint, { path: '/metrics', port: 'http', scheme: 'http' });
  });

  it('an operator without metrics has no ServiceMonitor', () => {
    assert.equal(operator({ metrics: MetricsAccess.none() }).monitoring, undefined);
  });

  it('a ServiceMonitor selects the Service with the metrics, and an existing port', () => {
    for (const metrics of [MetricsAccess.authorized(), MetricsAccess.anybody()]) {
      const props = { metrics };
      const service = operator(props)
        .toJson()
        .find(({ kind, metadata }) => kind === 'Service' && metadata.name === 'shelf-operator-metrics');
      const { matchLabels } = monitor(props).spec.selector;
      assert.deepEqual({ ...service?.metadata.labels, ...matchLabels }, service?.metadata.labels);
      const [endpoint] = monitor(props).spec.endpoints;
      assert.ok(JSON.stringify(service?.spec).includes(`"name":"${endpoint.port}"`));
    }
  });

  it('a ServiceMonitor is valid for the CRD of its kind', () => {
    for (const metrics of [MetricsAccess.authorized(), MetricsAccess.authorized('tls'), MetricsAccess.anybody()]) {
      const { metadata, spec } = monitor({ metrics });
      assert.deepEqual(ServiceMonitor.validate({ metadata, spec }).findings, []);
    }
  });

  it('a ServiceMonitor has the labels by which Prometheus selects it', () => {
    assert.equal(monitor({ monitorLabels: { release: 'kps' } }).metadata.labels.release, 'kps');
  });
});
