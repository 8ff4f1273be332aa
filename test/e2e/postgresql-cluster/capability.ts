// The capabilities of PostgreSQLClusters, by the levels of operators, and the tests that show them. Read by `npm run drills`, which
// writes capabilities.md of the app.

import type { drills } from './drill.ts';

/** Something that the operator can do. */
export interface Capability {
  readonly level: keyof typeof levels;
  readonly what: string;
  /** The titles of the tests that show it. */
  readonly shownBy: readonly string[];
}

/** @see https://sdk.operatorframework.io/docs/overview/operator-capabilities/ */
export const levels = {
  1: 'Basic Install',
  2: 'Seamless Upgrades',
  3: 'Full Lifecycle',
  4: 'Deep Insights',
  5: 'Auto Pilot',
} as const;

/** Returns the title of the test of a drill. */
export function drillTitle(event: keyof typeof drills): string {
  return `a PostgreSQLCluster takes writes again when ${event}, and loses no acknowledged row`;
}

/** By their levels. */
export const capabilities: readonly Capability[] = [
  {
    level: 1,
    what: 'Servers, Services, passwords, certificates and a Secret for applications come from one resource.',
    shownBy: [
      'a cluster has three servers, a Service that Patroni points to the primary, and one of the replicas',
      'a cluster has a certificate for its Services, whose CA is in the Secret of applications',
      'a cluster generates no password again for data that have one, and reports that it is gone',
    ],
  },
  {
    level: 1,
    what: 'The operator takes the rights that it has, and no others.',
    shownBy: ['the role of the operator of PostgreSQLClusters grants the rights that it takes'],
  },
  {
    level: 2,
    what: 'A minor version and new settings roll replicas first, and the primary after a switchover.',
    shownBy: [
      drillTitle('all servers get a new version'),
      'a rollout restarts the replicas one by one, and the primary last, after a switchover',
    ],
  },
  {
    level: 2,
    what: 'Another major version upgrades the data. If it can’t, the servers run on with the old data.',
    shownBy: [
      drillTitle('another major version upgrades the data'),
      'an upgraded PostgreSQLCluster has all acknowledged rows, statistics and a replica that streams',
      'a PostgreSQLCluster loses no acknowledged row when pg_upgrade refuses its data',
      'the scripts of an upgrade give a server new data, and remove the old ones once all have run',
      'a killed script of an upgrade leaves the old data valid, and begins again',
    ],
  },
  {
    level: 2,
    what: 'A replaced certificate restarts no server.',
    shownBy: [drillTitle('the certificate is replaced')],
  },
  {
    level: 3,
    what: 'Physical backups, of which the first begins by itself, and archived WAL become a new cluster with the rows up to a moment.',
    shownBy: [
      'the backups of a PostgreSQLCluster become a new cluster with exactly the rows up to a moment',
      'backups begin with the data by themselves, once, and again with upgraded data',
      'an upgraded PostgreSQLCluster has a backup of the new data, which begins by itself',
    ],
  },
  {
    level: 3,
    what: 'A verification restores the newest backup and reads all of it, by a schedule.',
    shownBy: [
      'a verification restores the backups of a PostgreSQLCluster, and reads them whole',
      'a verification reports the backups of a PostgreSQLCluster if a byte of them is damaged',
      'a verification restores the newest backup into a volume of its own, and is in the status',
    ],
  },
  {
    level: 3,
    what: 'A replica becomes the primary on request, and by itself when the primary, its node or its process is lost.',
    shownBy: [
      drillTitle('a switchover is requested'),
      drillTitle('the pod of the primary is lost'),
      drillTitle('the primary hangs'),
      drillTitle('the node of the primary is lost'),
      drillTitle('the network of the primary is cut'),
    ],
  },
  {
    level: 3,
    what: 'Servers come and go without a removed primary, and all of them stop and start, also in a later cluster of the name.',
    shownBy: [
      drillTitle('there are five servers, and then two'),
      drillTitle('the cluster is deleted, and created again'),
      'a hibernated cluster stops all servers, and keeps their volumes',
    ],
  },
  {
    level: 3,
    what: 'Writes go on while the operator or the API server is away.',
    shownBy: [
      drillTitle('the operator is away while the pod of the primary is lost'),
      drillTitle('the API server is away for a minute'),
    ],
  },
  {
    level: 3,
    what: 'A broken server is fenced for an inspection, and a replica is rebuilt, on request.',
    shownBy: [
      drillTitle('the primary is fenced'),
      drillTitle('a replica is rebuilt'),
      'a rebuild is refused for the primary, while no primary is known, and for a fenced server',
    ],
  },
  {
    level: 4,
    what: 'Prometheus reads the metrics of Patroni and of PostgreSQL, and each panel of the dashboard has data.',
    shownBy: [
      'the metrics of a PostgreSQLCluster show each server, by the exporter and by Patroni',
      'alerts and dashboard name only metrics of the PostgreSQL exporter, whose role reads no passwords',
    ],
  },
  {
    level: 4,
    what: 'Metrics have the calls and the time of the statements that take the most, without their texts.',
    shownBy: [
      'the metrics of a PostgreSQLCluster have the time of a slow statement, by its id in the log',
      'servers load pg_stat_statements beside the libraries of the spec, unless it turns monitoring off',
    ],
  },
  {
    level: 4,
    what: 'The log has slow statements and those that wait for a lock, by the ids of the metrics, and no password.',
    shownBy: [
      'the log of a PostgreSQLCluster has the user, the database and the id of a statement that waits for a lock',
      'texts of statements and the log of a PostgreSQLCluster have no password of its roles',
    ],
  },
  {
    level: 4,
    what: 'Events report a lost and a new primary.',
    shownBy: ['a cluster reports by Events that its primary is lost, and which server takes writes afterwards'],
  },
  {
    level: 4,
    what: 'Alerts fire on their causes, and each has a section of the runbook.',
    shownBy: [
      'each alert of PostgreSQLClusters fires on its cause alone, in the Prometheus that evaluates it',
      'the metrics of a healthy PostgreSQLCluster raise no alert, and those without a primary raise one',
      'the runbook has one section for each alert',
    ],
  },
  {
    level: 5,
    what: 'Other resources roll replicas first, and the primary after a switchover. The memory settings of PostgreSQL follow.',
    shownBy: [
      'a PostgreSQLCluster hands over for a higher limit of memory, and loses no acknowledged row',
      'servers get settings for the memory of their limit, and others when the limit changes',
    ],
  },
  {
    level: 5,
    what: 'An autoscaler adds a replica under load, and removes a server without it, by a metric of the servers.',
    shownBy: [
      'an autoscaler adds a replica that streams and takes reads for too many active sessions',
      'an autoscaler removes the primary’s server after a hand-over, and loses no acknowledged row',
      'an autoscaler scales for the metric of the exporters, by the scale subresource',
    ],
  },
  {
    level: 5,
    what: 'An alert compares the load of a cluster with that of its last day.',
    shownBy: ['each alert of PostgreSQLClusters fires on its cause alone, in the Prometheus that evaluates it'],
  },
  {
    level: 5,
    what: 'Servers are on nodes of their own, and backups run beside the primary, one at a time.',
    shownBy: [
      'the scheduler puts each server of a PostgreSQLCluster on a node of its own',
      'backups run beside the primary, also after a switchover',
      'backups run one at a time: the later one waits, and succeeds',
    ],
  },
  { level: 5, what: 'A lost volume is filled again.', shownBy: [drillTitle('a replica loses its volume')] },
  {
    level: 5,
    what: 'The operator repairs the cluster after faults at any of its writes, and deletes no data.',
    shownBy: ['the operator of PostgreSQLClusters has all properties under faults'],
  },
];
