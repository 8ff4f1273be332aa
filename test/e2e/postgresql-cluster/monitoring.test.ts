// The alerts and the dashboard of PostgreSQLClusters, with the programs of the images: without a node.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { alerts, records } from '../../../apps/postgresql-cluster/alerts.ts';
import { panels } from '../../../apps/postgresql-cluster/dashboard.ts';
import { ImageRoot } from '../images/image-root.ts';
import { workloads } from '../images/workload.ts';
import { workloadImage } from '../images/workload-image.ts';
import { alertSamples } from './alert-sample.ts';
import { monitoredServer, password, type ServerReport } from './monitored-server.ts';

const queries = [
  ...Object.values(records),
  ...Object.values(alerts).map(({ expr }) => expr),
  ...panels.flatMap(({ queries: each }) => Object.values(each)),
];

describe('the monitoring of PostgreSQLClusters', () => {
  let report: ServerReport;

  before(async () => {
    report = await monitoredServer();
  });

  it('alerts and dashboard name only metrics of the PostgreSQL exporter, whose role reads no passwords', () => {
    const exported = new Set(Array.from(report.metrics.matchAll(/^pg_\w+/gm), ([name]) => name));
    const named = new Set(queries.flatMap((query) => Array.from(query.matchAll(/\bpg_\w+/g), ([name]) => name)));
    assert.deepEqual(
      [...named].filter((name) => !exported.has(name)),
      [],
    );
    assert.match(report.metrics, /^pg_up(\{.*\})? 1$/m);
    assert.match(report.refusal, /permission denied for table pg_authid/);
  });

  it('the exporter of a PostgreSQLCluster calls no operators of applications', () => {
    assert.match(report.metrics, /^pg_stat_statements_seconds_total\{.*\} [0-9]/m);
    assert.doesNotMatch(report.metrics, /^pg_stat_statements_seconds_total\{.*\} -1$/m);
  });

  it('texts of statements and the log of a PostgreSQLCluster have no password of its roles', () => {
    assert.match(report.texts, /pg_/);
    assert.match(report.log, /cannot execute ALTER ROLE in a read-only transaction/);
    assert.ok(!`${report.texts}${report.log}`.includes(password));
  });

  it('the log of a PostgreSQLCluster has the user, the database and the id of a statement that waits for a lock', () => {
    const id = /^\S+ \S+ UTC \[\d+\] postgres@postgres (\S+) LOG: {2}process \d+ still waiting for /m.exec(
      report.log,
    )?.[1];
    assert.match(
      report.metrics,
      new RegExp(`^pg_stat_statements_calls_total\\{datname="postgres",queryid="${id}"`, 'm'),
    );
  });

  it('each alert of PostgreSQLClusters fires on its cause alone, in the Prometheus that evaluates it', async () => {
    assert.deepEqual(Object.keys(alertSamples), Object.keys(alerts));
    const { account } = workloads.prometheus;
    await using root = await ImageRoot.unpack(await workloadImage('prometheus'), account.user);
    const rules = [
      ...Object.entries(records).map(([record, expr]) => ({ record, expr })),
      ...Object.entries(alerts).map(([alert, { expr, for: duration }]) => ({ alert, expr, for: duration })),
    ];
    const tests = Object.entries(alertSamples).map(([alert, { firing, quiet, hours = 3 }]) => ({
      interval: '1m',
      input_series: Object.entries({ ...firing, ...quiet }).map(([series, values]) => ({ series, values })),
      promql_expr_test: [
        {
          expr: `count by (alertname) (ALERTS{alertstate="firing"})`,
          eval_time: `${hours}h`,
          exp_samples: [{ labels: `{alertname="${alert}"}`, value: 1 }],
        },
      ],
    }));
    await writeFile(root.path('/tmp/rules.yml'), JSON.stringify({ groups: [{ name: 'clusters', rules }] }));
    await writeFile(root.path('/tmp/test.yml'), JSON.stringify({ rule_files: ['rules.yml'], tests }));
    await root.run('promtool test rules /tmp/test.yml >&2');
  });
});
