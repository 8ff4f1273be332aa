// In: a reconcile. Out: the versions of the cluster, the condition of an upgrade, and the next record of the data, which
// the operator writes beside Patroni's configuration. Called for children, reconcile and status.

import { k8s } from 'cdk8s-plus-28';
import { type ConditionReport, isOvertaken, type ReconcileContext } from 'operand';
import type { PostgreSQLCluster } from './api.ts';
import type { PostgreSQLServers } from './children.ts';
import { ClusterPod, membersOf, primaryOf } from './member.ts';
import { clusterLabel, namesOf, upgradeLabelsOf } from './names.ts';
import { PatroniState, storedConfiguration } from './store.ts';
import {
  type DataRecord,
  dataAnnotation,
  dataRecord,
  isUpgrading,
  major,
  nextRecord,
  type Versions,
} from './upgrade.ts';
import { upgradeJob } from './upgrade-job.ts';

/** The objects and the callbacks of a change of the data while no server runs. */
export type Upgrading = ReconcileContext<
  typeof PostgreSQLCluster,
  PostgreSQLServers,
  readonly [{ readonly kind: typeof k8s.KubeEndpoints; readonly verbs: readonly ['patch'] }],
  typeof k8s.KubeStatefulSet | typeof k8s.KubeJob,
  typeof ClusterPod | typeof PatroniState | typeof k8s.KubePersistentVolumeClaim
>;

/** Returns the versions of a cluster as the caches have them. */
export function versionsOf({
  metadata,
  spec,
  references,
}: Pick<Upgrading, 'metadata' | 'spec' | 'references'>): Versions {
  return {
    wanted: spec.version,
    isHibernated: spec.hibernated,
    isFenced: spec.fenced.length > 0,
    instances: spec.instances,
    data: dataRecord(storedConfiguration({ metadata, references })),
    members: membersOf(metadata.name, references.list(ClusterPod)),
  };
}

/** Returns true if the StatefulSet has no pods, and creates none. */
export function isStopped({ metadata, children, references, live }: Upgrading): boolean {
  const { metadata: { generation } = {}, spec, status } = live(children.statefulSet, k8s.KubeStatefulSet) ?? {};
  const isObserved = status?.observedGeneration === generation && spec?.replicas === 0;
  const members = membersOf(metadata.name, references.list(ClusterPod));
  return isObserved && (status?.replicas ?? 0) === 0 && members.length === 0;
}

/** Takes the next step of an upgrade to another major version, and records the version of the data. */
export async function advanceUpgrade(context: Upgrading): Promise<void> {
  const { metadata, references, live, client } = context;
  const { config: name } = namesOf(metadata.name);
  const labels = upgradeLabelsOf(metadata.name);
  const pods = references
    .list(ClusterPod)
    .filter((pod) => pod.metadata.labels?.[clusterLabel] === labels[clusterLabel]);
  const state = references(PatroniState, name)?.metadata;
  const identifier = state?.annotations?.initialize;
  // Patroni writes it with the first data.
  if (state === undefined || !identifier) return;
  const versions = versionsOf(context);
  const next = nextRecord({
    ...versions,
    isStopped: isStopped(context),
    job: upgradeJob(live.list(k8s.KubeJob, { labels })[0], pods),
    identifier,
  });
  if (next === undefined) return;
  const isUpgraded = next.attempt?.step === 'upgraded';
  const annotations: Record<string, string | null> = {
    [dataAnnotation]: JSON.stringify(next),
    // Servers refuse data of another identifier, and the history is that of the old data.
    ...(isUpgraded && { initialize: next.identifier ?? null, history: null }),
  };
  try {
    const key = { namespace: metadata.namespace, name };
    const { resourceVersion } = state;
    await client.patch(k8s.KubeEndpoints, key, { metadata: { resourceVersion, annotations } });
  } catch (error) {
    // Its change causes the next reconcile.
    if (isOvertaken(error)) return;
    throw error;
  }
  report(next, versions.data, context);
}

/** Records a step in an Event. */
function report(next: DataRecord, last: DataRecord | undefined, { events }: Upgrading): void {
  const { attempt, failure, version } = next;
  if (failure !== undefined && failure.to !== last?.failure?.to) {
    events.warning({ reason: 'UpgradeFailed', message: `PostgreSQL ${failure.to}: ${failure.message.slice(-800)}` });
  } else if (attempt?.step === 'stopping') {
    events.normal({ reason: 'UpgradeStarted', message: `PostgreSQL ${version} stops, to become ${attempt.to}` });
  } else if (attempt?.step === 'upgraded') {
    events.normal({ reason: 'DataUpgraded', message: `the data are of PostgreSQL ${version}` });
  } else if (attempt?.step === 'returning') {
    events.normal({ reason: 'UpgradeCancelled', message: `PostgreSQL ${version} starts again` });
  } else if (attempt === undefined && last?.attempt !== undefined) {
    events.normal({ reason: 'UpgradeEnded', message: `PostgreSQL ${version} runs` });
  }
}

/** Returns the condition of the major version; undefined while it isn't known. */
export function upgradeCondition(versions: Versions): ConditionReport | undefined {
  const { wanted, data, members } = versions;
  if (data === undefined) return undefined;
  const type = 'Upgraded';
  const open = (reason: string, message: string): ConditionReport => ({ type, status: 'False', reason, message });
  const { version, attempt, failure } = data;
  switch (attempt?.step) {
    case 'stopping':
      return open('ServersStop', 'the last server stops');
    case 'stopped':
      return open('DataUpgrade', `a Job upgrades the data from ${version} to ${attempt.to}`);
    case 'upgraded':
      return open('FirstServerStarts', 'the first server starts with the upgraded data');
    case 'copying':
      return open('ReplicasCopy', 'the other servers copy the upgraded data');
    case 'returning':
    case 'restarting':
      return open('ServersReturn', `the servers start again with the data of ${version}`);
    case undefined:
  }
  if (major(wanted) === major(version)) {
    return {
      type,
      status: 'True',
      reason: 'SameMajorVersion',
      message: `the data are of PostgreSQL ${major(version)}`,
    };
  }
  if (major(wanted) < major(version)) return open('OlderVersion', `the data are of ${version}: set a later version`);
  if (failure?.to === wanted) return open('UpgradeFailed', `${version} runs on; ${wanted} needs: ${failure.message}`);
  if (versions.isFenced) return open('Fenced', 'the upgrade begins when no server is fenced');
  if (!isUpgrading(versions)) return open('Hibernated', 'the upgrade begins when the cluster is no longer hibernated');
  return primaryOf(members) === undefined
    ? open('NoPrimary', 'the upgrade begins when a server takes writes')
    : open('ReplicasStop', 'the first server takes over, and the others stop');
}
