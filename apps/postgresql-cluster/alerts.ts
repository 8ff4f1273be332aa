import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { PrometheusRule } from '../monitoring/imports/monitoring.coreos.com/v1/index.ts';
import { PostgreSQLDashboard } from './dashboard.ts';

const runbook = 'https://example.com/postgresql-cluster-operator/runbook.md';

interface Alert {
  readonly expr: string;
  readonly for: string;
  readonly severity: 'critical' | 'warning' | 'info';
  readonly summary: string;
}

/** The CronJobs whose last run hasn't succeeded, with the cluster as `scope`. */
const unfinished =
  'label_replace(kube_cronjob_status_last_schedule_time{cronjob=~".+-(backup|verification)"} unless on (namespace, cronjob) kube_cronjob_status_last_successful_time >= on (namespace, cronjob) kube_cronjob_status_last_schedule_time, "scope", "$1", "cronjob", "(.+)-(backup|verification)")';

const load = 'scope:postgresql_active_sessions:sum';

/** The series that Prometheus records for alerts: name → query. Those of a cluster have its name as `scope`. */
export const records: Readonly<Record<string, string>> = {
  [load]:
    'sum by (namespace, scope) (label_replace(pg_stat_activity_count{state="active"}, "scope", "$1", "pod", "(.+)-[0-9]+"))',
};

/** The alerts on metrics of Patroni, postgres_exporter, kubelets and kube-state-metrics. `runbook.md` has a section for each. */
export const alerts: Readonly<Record<string, Alert>> = {
  PostgreSQLWithoutPrimary: {
    expr: 'group by (namespace, scope) (last_over_time(patroni_primary[1h])) unless sum by (namespace, scope) (patroni_primary) > 0',
    for: '1m',
    severity: 'critical',
    summary: 'No server of the cluster takes writes.',
  },
  PostgreSQLReplicaNotStreaming: {
    expr: 'patroni_replica == 1 and patroni_postgres_streaming == 0',
    for: '10m',
    severity: 'warning',
    summary: 'A replica receives no WAL from the primary.',
  },
  PostgreSQLReplicaLags: {
    expr: 'pg_replay_lag_seconds > 60',
    for: '5m',
    severity: 'warning',
    summary: 'Queries on a replica see data that are more than a minute old.',
  },
  PostgreSQLServerDown: {
    expr: 'patroni_postgres_running == 0',
    for: '5m',
    severity: 'warning',
    summary: 'A server of the cluster does not run.',
  },
  PostgreSQLExporterDown: {
    expr: 'pg_up == 0',
    for: '10m',
    severity: 'warning',
    summary: 'The exporter of a server cannot connect to it.',
  },
  PostgreSQLRestartPending: {
    expr: 'patroni_pending_restart == 1',
    for: '1h',
    severity: 'info',
    summary: 'A server has settings that need a restart.',
  },
  PostgreSQLConnectionsNearLimit: {
    expr: 'sum by (namespace, pod) (pg_stat_activity_count) > 0.9 * max by (namespace, pod) (pg_settings_max_connections)',
    for: '5m',
    severity: 'warning',
    summary: 'More than nine tenths of the connections of a server are taken.',
  },
  PostgreSQLLoadUnusual: {
    // A load that stays becomes a part of the day: after some two hours it is no longer unusual.
    expr: `${load} > 10 and ${load} > avg_over_time(${load}[1d]) + 3 * stddev_over_time(${load}[1d]) and ${load} offset 12h`,
    for: '15m',
    severity: 'info',
    summary: 'Many more statements run at once than in the last day.',
  },
  PostgreSQLTransactionIdsOld: {
    // Autovacuum begins at 200 million; PostgreSQL refuses writes at some 2.1 billion.
    expr: 'max by (namespace, pod) (pg_transaction_id_age) > 500e6',
    for: '1h',
    severity: 'critical',
    summary: 'Autovacuum does not freeze old transaction ids, without which the server refuses writes in the end.',
  },
  PostgreSQLDeadlocks: {
    expr: 'sum by (namespace, pod, datname) (increase(pg_stat_database_deadlocks[1h])) > 5',
    for: '1m',
    severity: 'info',
    summary: 'Transactions of an application wait for each other, and PostgreSQL ends some of them.',
  },
  PostgreSQLArchiveFails: {
    expr: 'increase(pg_stat_archiver_failed_count[15m]) > 0 unless increase(pg_stat_archiver_archived_count[15m]) > 0',
    for: '5m',
    severity: 'critical',
    summary: 'No WAL reaches the archive: a recovery ends before it, and the volume of the primary fills up.',
  },
  PostgreSQLBackupOverdue: {
    expr: `${unfinished} and on (namespace, scope) patroni_postgres_running`,
    for: '2h',
    severity: 'warning',
    summary: 'The last scheduled backup or verification has not succeeded within two hours.',
  },
  PostgreSQLVolumeNearlyFull: {
    expr: 'kubelet_volume_stats_available_bytes / kubelet_volume_stats_capacity_bytes < 0.1 and on (namespace, persistentvolumeclaim) label_replace(patroni_postgres_running, "persistentvolumeclaim", "data-$1", "pod", "(.+)")',
    for: '5m',
    severity: 'critical',
    summary: 'Less than a tenth of the volume of a server is free.',
  },
};

/** Alerts for clusters with the Prometheus operator, and a dashboard for Grafana. */
export class PostgreSQLClusterAlerts extends Chart {
  constructor(scope: Construct, id: string) {
    super(scope, id, { namespace: 'postgresql-cluster-operator-system' });
    const recorded = Object.entries(records).map(([record, expr]) => ({ record, expr }));
    const alerting = Object.entries(alerts).map(([alert, { expr, for: duration, severity, summary }]) => ({
      alert,
      expr,
      for: duration,
      labels: { severity },
      annotations: { summary, runbook_url: `${runbook}#${alert.toLowerCase()}` },
    }));
    new PrometheusRule(this, 'Rule', {
      metadata: { name: 'postgresql-cluster-operator' },
      spec: { groups: [{ name: 'postgresql-cluster-operator', rules: [...recorded, ...alerting] }] },
    });
    new PostgreSQLDashboard(this, 'Dashboard');
  }
}
