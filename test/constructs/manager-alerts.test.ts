import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { App, Testing } from 'cdk8s';
import { PrometheusRule } from '../../apps/monitoring/imports/monitoring.coreos.com/v1/index.ts';
import { ManagerAlerts, MetricsAccess, Operator, type OperatorProps } from '../../lib/constructs/index.ts';
import { prometheusMetrics } from '../../lib/telemetry/prometheus/index.ts';

/** Returns an operator with alerts. */
function alerted(props: Partial<OperatorProps> = {}): Operator {
  const operator = new Operator(new App(), 'shelf-operator', {
    version: '1.0.0',
    image: 'example.com/shelf:1',
    ...props,
  });
  new ManagerAlerts(operator, 'Alerts');
  return operator;
}

function alertsOf(operator: Operator) {
  const objects = operator.monitoring?.toJson() ?? [];
  const { metadata, spec } = objects.find(({ kind }) => kind === 'PrometheusRule');
  return { metadata, spec, rules: spec.groups[0].rules as readonly { alert: string; expr: string }[] };
}

describe('the alerts of a manager', () => {
  it('the alerts of a manager are a valid PrometheusRule beside the ServiceMonitor, with the labels of both', () => {
    const operator = alerted({ monitorLabels: { release: 'kps' } });
    const { metadata, spec } = alertsOf(operator);
    assert.deepEqual(PrometheusRule.validate({ metadata, spec }).findings, []);
    assert.equal(metadata.namespace, 'shelf-operator-system');
    assert.equal(metadata.labels.release, 'kps');
    assert.ok(!operator.toJson().some(({ kind }) => kind === 'PrometheusRule'));
  });

  it('the alerts of a manager read only series that a manager has, with the labels of its Service', async () => {
    const metrics = await prometheusMetrics();
    metrics.observeCaches(() => ({ bytes: 0, limitBytes: 0, fullNamespaceCount: 0 }));
    const series = await metrics.text();
    for (const { alert, expr } of alertsOf(alerted()).rules) {
      const selectors = [...expr.matchAll(/(\w+)\{([^}]*)\}/g)];
      assert.ok(selectors.length > 0, alert);
      for (const [, name = '', matchers] of selectors) {
        assert.match(String(matchers), /^namespace="shelf-operator-system",job="shelf-operator-metrics"/);
        assert.ok(
          name === 'up' || series.includes(`# TYPE ${name.replace(/_(sum|count)$/, '')} `),
          `${alert}: ${name}`,
        );
      }
    }
  });

  it('the documents explain each alert of a manager', async () => {
    const text = await readFile(new URL('../../docs/running-an-operator.md', import.meta.url), 'utf8');
    const documented = Array.from(text.matchAll(/^\| `(Operator\w+)` \|/gm), ([, name]) => name);
    assert.deepEqual(
      documented,
      alertsOf(alerted()).rules.map(({ alert }) => alert),
    );
  });

  it('the alerts of a manager without metrics are a finding', () => {
    const operator = alerted({ metrics: MetricsAccess.none() });
    assert.throws(() => Testing.synth(operator), /the operator serves no metrics, so that no alert could fire/);
  });
});
