import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';

interface Panel {
  readonly title: string;
  /** A unit of Grafana. @default short */
  readonly unit?: string;
  /** The legend of its series → query. */
  readonly queries: Readonly<Record<string, string>>;
}

/** The servers of the chosen cluster. */
const servers = 'namespace="$namespace",pod=~"$cluster-[0-9]+"';

/** Returns the query of a counter's increase each second. */
const rate = (metric: string) => `sum by (pod) (rate(${metric}{${servers}}[5m]))`;

const [hits, reads] = [rate('pg_stat_database_blks_hit'), rate('pg_stat_database_blks_read')];

/** Returns the query of a counter's increase each second, by server and statement. */
const statements = (metric: string) => `sum by (pod, datname, queryid) (rate(${metric}{${servers}}[5m]))`;

const [seconds, calls] = [statements('pg_stat_statements_seconds_total'), statements('pg_stat_statements_calls_total')];

/** The panels, two in a row. */
export const panels: readonly Panel[] = [
  {
    title: 'Servers',
    queries: {
      'primary {{pod}}': `patroni_primary{${servers}}`,
      'streaming {{pod}}': `patroni_postgres_streaming{${servers}}`,
      'running {{pod}}': `patroni_postgres_running{${servers}}`,
    },
  },
  { title: 'Replay lag', unit: 's', queries: { '{{pod}}': `pg_replay_lag_seconds{${servers}}` } },
  {
    title: 'Transactions',
    unit: 'ops',
    queries: {
      'commits {{pod}}': rate('pg_stat_database_xact_commit'),
      'rollbacks {{pod}}': rate('pg_stat_database_xact_rollback'),
    },
  },
  {
    title: 'Connections',
    queries: {
      '{{state}} {{pod}}': `sum by (pod, state) (pg_stat_activity_count{${servers}})`,
      'limit {{pod}}': `pg_settings_max_connections{${servers}}`,
    },
  },
  { title: 'Reads from the cache', unit: 'percentunit', queries: { '{{pod}}': `${hits} / (${hits} + ${reads})` } },
  {
    title: 'Deadlocks and conflicts',
    queries: {
      'deadlocks {{pod}}': rate('pg_stat_database_deadlocks'),
      'conflicts {{pod}}': rate('pg_stat_database_conflicts'),
    },
  },
  {
    title: 'WAL',
    unit: 'Bps',
    queries: {
      'written {{pod}}': rate('patroni_xlog_location'),
      'replayed {{pod}}': rate('patroni_xlog_replayed_location'),
    },
  },
  {
    title: 'Archive',
    unit: 'ops',
    queries: {
      'archived {{pod}}': rate('pg_stat_archiver_archived_count'),
      'failed {{pod}}': rate('pg_stat_archiver_failed_count'),
    },
  },
  {
    title: 'Age of the last archived WAL',
    unit: 's',
    queries: { '{{pod}}': `pg_stat_archiver_last_archive_age{${servers}}` },
  },
  { title: 'Busiest statements', queries: { '{{datname}} {{queryid}} {{pod}}': `topk(10, ${seconds})` } },
  {
    title: 'Slowest statements',
    unit: 's',
    queries: { '{{datname}} {{queryid}} {{pod}}': `topk(10, ${seconds} / ${calls} > 0)` },
  },
  {
    title: 'Age of transaction ids',
    queries: { '{{pod}}': `max by (pod) (pg_transaction_id_age{${servers}})` },
  },
];

/** A ConfigMap from which Grafana's sidecar loads a dashboard of each cluster. */
export class PostgreSQLDashboard extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const dashboard = {
      uid: 'postgresql-cluster',
      title: 'PostgreSQL clusters',
      schemaVersion: 36,
      time: { from: 'now-6h', to: 'now' },
      refresh: '30s',
      templating: {
        list: [
          { name: 'datasource', type: 'datasource', query: 'prometheus' },
          variable('namespace', 'label_values(patroni_primary, namespace)'),
          variable('cluster', 'label_values(patroni_primary{namespace="$namespace"}, scope)'),
        ],
      },
      panels: panels.map(panel),
    };
    new k8s.KubeConfigMap(this, 'ConfigMap', {
      metadata: { name: 'postgresql-cluster-dashboard', labels: { grafana_dashboard: '1' } },
      data: { 'postgresql-cluster.json': JSON.stringify(dashboard) },
    });
  }
}

const datasource = { type: 'prometheus', uid: '$datasource' };

function variable(name: string, query: string): object {
  return { name, type: 'query', datasource, query, refresh: 2, sort: 1 };
}

function panel({ title, unit = 'short', queries }: Panel, index: number): object {
  return {
    id: index + 1,
    type: 'timeseries',
    title,
    datasource,
    gridPos: { x: 12 * (index % 2), y: 8 * Math.floor(index / 2), w: 12, h: 8 },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: Object.entries(queries).map(([legendFormat, expr], target) => ({
      refId: String.fromCharCode(65 + target),
      expr,
      legendFormat,
    })),
  };
}
