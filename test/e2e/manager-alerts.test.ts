// The alerts of a manager, in the Prometheus that evaluates them: without a node.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { ManagerAlerts, Operator } from '../../lib/constructs/index.ts';
import { ImageRoot } from './images/image-root.ts';
import { workloads } from './images/workload.ts';
import { workloadImage } from './images/workload-image.ts';

type Series = Readonly<Record<string, string>>;

/** Returns the name of a series, with the labels that the Prometheus operator sets. */
function seriesOf(operator: string, metric: string, labels = ''): string {
  return `${metric}{namespace="${operator}-system",job="${operator}-metrics",pod="a"${labels}}`;
}

const shelf = (metric: string, labels?: string) => seriesOf('shelf-operator', metric, labels);
const up = shelf('up');
const leader = shelf('leader_election_master_status', ',name="shelf-operator"');

/** A value a minute, for three hours. */
const healthy: Series = { [up]: '1x180', [leader]: '1x180' };

/** The series with which each alert fires, and some with which it doesn't. */
const samples: Readonly<Record<string, Series>> = {
  OperatorDown: { [up]: '1x170 0x10', [leader]: '1x170 stale' },
  OperatorWithoutLeader: { [leader]: '1x170 0x10' },
  OperatorRequestsFail: {
    [shelf('rest_client_requests_total', ',code="500"')]: '0+6x180',
    [shelf('rest_client_requests_total', ',code="<error>"')]: '0+6x180',
    [shelf('rest_client_requests_total', ',code="200"')]: '0+88x180',
  },
  OperatorReconcilesLate: {
    [shelf('workqueue_queue_duration_seconds_sum', ',controller="late"')]: '0+610x180',
    [shelf('workqueue_queue_duration_seconds_count', ',controller="late"')]: '0+10x180',
    [shelf('workqueue_queue_duration_seconds_sum', ',controller="busy"')]: '0+590x180',
    [shelf('workqueue_queue_duration_seconds_count', ',controller="busy"')]: '0+10x180',
  },
  OperatorReconcilesTimeOut: {
    [shelf('controller_runtime_reconcile_timeouts_total', ',controller="slow"')]: '0x140 1+1x40',
    [shelf('controller_runtime_reconcile_timeouts_total', ',controller="busy"')]: '0x140 1x40',
  },
  OperatorHotLoop: { [shelf('operand_hot_loops', ',controller="a"')]: '1x180' },
  OperatorDeletionsWait: { [shelf('operand_deletions_waiting', ',controller="a"')]: '3x180' },
  OperatorKindDropped: { [shelf('operand_dropped_kinds')]: '1x180' },
  OperatorCacheFull: { [shelf('operand_cache_full_namespaces')]: '1x180' },
  OperatorInstallationDefect: {
    [shelf('operand_installation_defects', ',kind="CustomResourceDefinition",name="shelves.example.com"')]: '2x180',
    [shelf('operand_installation_defects', ',kind="CustomResourceDefinition",name="books.example.com"')]: '0x180',
  },
  OperatorWebhookFails: {
    [shelf('controller_runtime_webhook_requests_total', ',webhook="/a",code="504"')]: '0+2x180',
    [shelf('controller_runtime_webhook_requests_total', ',webhook="/a",code="200"')]: '0+8x180',
    [shelf('controller_runtime_webhook_requests_total', ',webhook="/b",code="499"')]: '0x175 1x5',
    [shelf('controller_runtime_webhook_requests_total', ',webhook="/b",code="200"')]: '0+10x180',
  },
  OperatorCertificateUnusable: { [shelf('certwatcher_read_certificate_errors_total')]: '0x140 1x40' },
  OperatorSourceEnds: {
    [shelf('operand_source_ends_total', ',controller="a",source="broken"')]: '0x140 1+1x40',
    [shelf('operand_source_ends_total', ',controller="a",source="restarted"')]: '0x140 1x40',
  },
};

describe('the alerts of a manager, in Prometheus', () => {
  it('each alert of a manager fires on its cause alone, and not because of another operator', async () => {
    const operator = new Operator(new App(), 'shelf-operator', { version: '1.0.0', image: 'example.com/shelf:1' });
    new ManagerAlerts(operator, 'Alerts');
    const objects = operator.monitoring?.toJson() ?? [];
    const { spec } = objects.find(({ kind }) => kind === 'PrometheusRule');
    const names: readonly string[] = spec.groups[0].rules.map(({ alert }: { alert: string }) => alert);
    assert.deepEqual(Object.keys(samples), names);

    const elsewhere = Object.values(samples).flatMap((series) =>
      Object.entries(series).map(([name, values]) => [name.replaceAll('shelf-operator', 'other-operator'), values]),
    );
    const cases: readonly (readonly [alert: string | undefined, series: Series])[] = [
      ...Object.entries(samples),
      ['OperatorDown', { [up]: '1x170 stale', [leader]: '1x170 stale' }],
      [undefined, Object.fromEntries(elsewhere)],
    ];
    const tests = cases.map(([alert, series]) => ({
      interval: '1m',
      input_series: Object.entries({ ...healthy, ...series }).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [
        {
          expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: '3h',
          exp_samples: alert === undefined ? [] : [{ labels: `{alertname="${alert}"}`, value: 1 }],
        },
      ],
    }));
    const { account } = workloads.prometheus;
    await using root = await ImageRoot.unpack(await workloadImage('prometheus'), account.user);
    await writeFile(root.path('/tmp/rules.yml'), JSON.stringify(spec));
    await writeFile(root.path('/tmp/test.yml'), JSON.stringify({ rule_files: ['rules.yml'], tests }));
    await root.run('promtool test rules /tmp/test.yml >&2');
  });
});
