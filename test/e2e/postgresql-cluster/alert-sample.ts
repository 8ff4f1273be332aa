// The series with which promtool tests each alert, a value a minute: one that fires, and one beside it that doesn't.

type Series = Readonly<Record<string, string>>;

export interface AlertSample {
  readonly firing: Series;
  readonly quiet: Series;
  /** @default 3 */
  readonly hours?: number;
}

const [one, other] = ['namespace="a",pod="orders-0",scope="orders"', 'namespace="a",pod="users-0",scope="users"'];

/** Returns the sample of an alert on one metric. */
function sample(metric: string, { firing, quiet }: Readonly<Record<'firing' | 'quiet', string>>): AlertSample {
  return { firing: { [`${metric}{${one}}`]: firing }, quiet: { [`${metric}{${other}}`]: quiet } };
}

const cronJob = (name: string) => `namespace="a",cronjob="${name}"`;

const claim = (name: string) => `namespace="a",persistentvolumeclaim="${name}"`;

export const alertSamples: Readonly<Record<string, AlertSample>> = {
  PostgreSQLWithoutPrimary: {
    firing: { [`patroni_primary{${one}}`]: '1x150 0x30' },
    quiet: {
      [`patroni_primary{${other}}`]: '1x150 0x30',
      'patroni_primary{namespace="a",scope="users"}': '0x150 1x30',
    },
  },
  PostgreSQLReplicaNotStreaming: {
    firing: { [`patroni_replica{${one}}`]: '1x180', [`patroni_postgres_streaming{${one}}`]: '0x180' },
    quiet: { [`patroni_replica{${other}}`]: '0x180', [`patroni_postgres_streaming{${other}}`]: '0x180' },
  },
  PostgreSQLReplicaLags: sample('pg_replay_lag_seconds', { firing: '61x180', quiet: '60x180' }),
  PostgreSQLServerDown: sample('patroni_postgres_running', { firing: '0x180', quiet: '1x180' }),
  PostgreSQLExporterDown: sample('pg_up', { firing: '0x180', quiet: '0x176 1x4' }),
  PostgreSQLRestartPending: sample('patroni_pending_restart', { firing: '1x180', quiet: '0x140 1x40' }),
  PostgreSQLConnectionsNearLimit: {
    firing: {
      [`pg_stat_activity_count{${one},state="idle"}`]: '80x180',
      [`pg_stat_activity_count{${one},state="active"}`]: '11x180',
      [`pg_settings_max_connections{${one}}`]: '100x180',
    },
    quiet: {
      [`pg_stat_activity_count{${other},state="idle"}`]: '91x180',
      [`pg_settings_max_connections{${other}}`]: '200x180',
    },
  },
  PostgreSQLLoadUnusual: {
    hours: 13,
    firing: { [`pg_stat_activity_count{${one},state="active"}`]: '2x760 30x20' },
    quiet: {
      // As much each hour; a few sessions; a new cluster; sessions that run nothing.
      [`pg_stat_activity_count{${other},state="active"}`]: '2x39 30x19 '.repeat(13).trim(),
      'pg_stat_activity_count{namespace="a",pod="wiki-0",state="active"}': '1x760 10x20',
      'pg_stat_activity_count{namespace="a",pod="shop-0",state="active"}': '_x480 2x280 30x20',
      'pg_stat_activity_count{namespace="a",pod="blog-0",state="idle"}': '2x760 30x20',
    },
  },
  PostgreSQLTransactionIdsOld: sample('pg_transaction_id_age', { firing: '500000001x180', quiet: '200000000x180' }),
  PostgreSQLDeadlocks: sample('pg_stat_database_deadlocks', { firing: '0+1x180', quiet: '900x180' }),
  PostgreSQLArchiveFails: {
    firing: {
      [`pg_stat_archiver_failed_count{${one}}`]: '0+1x180',
      [`pg_stat_archiver_archived_count{${one}}`]: '70x180',
    },
    quiet: {
      [`pg_stat_archiver_failed_count{${other}}`]: '0+1x180',
      [`pg_stat_archiver_archived_count{${other}}`]: '0+1x180',
    },
  },
  PostgreSQLBackupOverdue: {
    firing: {
      [`kube_cronjob_status_last_schedule_time{${cronJob('orders-backup')}}`]: '1000x180',
      [`kube_cronjob_status_last_successful_time{${cronJob('orders-backup')}}`]: '900x180',
      [`patroni_postgres_running{${one}}`]: '1x180',
    },
    quiet: {
      [`kube_cronjob_status_last_schedule_time{${cronJob('users-backup')}}`]: '1000x180',
      [`kube_cronjob_status_last_successful_time{${cronJob('users-backup')}}`]: '1100x180',
      [`kube_cronjob_status_last_schedule_time{${cronJob('wiki-backup')}}`]: '1000x180',
      [`patroni_postgres_running{${other}}`]: '1x180',
    },
  },
  PostgreSQLVolumeNearlyFull: {
    firing: {
      [`kubelet_volume_stats_available_bytes{${claim('data-orders-0')}}`]: '9x180',
      [`kubelet_volume_stats_capacity_bytes{${claim('data-orders-0')}}`]: '100x180',
      [`patroni_postgres_running{${one}}`]: '1x180',
    },
    quiet: {
      [`kubelet_volume_stats_available_bytes{${claim('data-wiki-0')}}`]: '9x180',
      [`kubelet_volume_stats_capacity_bytes{${claim('data-wiki-0')}}`]: '100x180',
    },
  },
};
