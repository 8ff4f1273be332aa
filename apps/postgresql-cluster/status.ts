import { k8s } from 'cdk8s-plus-28';
import type { ConditionReport, Observed } from 'operand';
import { type Administering, rolloutOf } from './administration.ts';
import { backupConditions, backupStatus, newBackupEnds } from './backup-report.ts';
import { fenceConditions } from './fence.ts';
import { backupSubject } from './first-backup.ts';
import { ClusterPod, type Member, primaryOf } from './member.ts';
import { clusterLabel, namesOf } from './names.ts';
import { claimNames, rebuildConditions, rebuildOf } from './rebuild.ts';
import { archiveOf } from './repository.ts';
import { type Rollout, serverRollout } from './rollout.ts';
import { binding, credentials, monitor } from './secrets.ts';
import { isUpgrading } from './upgrade.ts';
import { upgradeCondition, versionsOf } from './upgrade-progress.ts';

type Reporting = Pick<Administering, 'resource' | 'metadata' | 'spec' | 'children' | 'references' | 'live'>;

/** Returns the status of a PostgreSQLCluster. */
export function status(context: Reporting) {
  const { metadata, resource, references, spec, children, live } = context;
  const rollout = rolloutOf(context);
  const { members } = rollout;
  const primary = primaryOf(members);
  const isWritable = primary !== undefined && !writesWait(rollout);
  const { replicas = 0, readyReplicas = 0 } = live(children.statefulSet, k8s.KubeStatefulSet)?.status ?? {};
  const bound = binding.conditions(context);
  const ends = newBackupEnds(metadata.name, resource.status, references.list(ClusterPod));
  const versions = versionsOf(context);
  const upgrade = upgradeCondition(versions);
  const subject = backupSubject(context);
  const backup = archiveOf(spec) && backupStatus(resource.status, ends, subject);
  return {
    phase:
      spec.hibernated && replicas === 0
        ? ('Hibernated' as const)
        : isUpgrading(versions)
          ? ('Upgrading' as const)
          : isWritable
            ? ('Running' as const)
            : ('Pending' as const),
    ...(versions.data && { version: versions.data.version }),
    ...(primary && { primary: primary.name }),
    ...(primary?.timeline !== undefined && { timeline: primary.timeline }),
    instances: replicas,
    readyInstances: readyReplicas,
    labelSelector: `${clusterLabel}=${metadata.name}`,
    ...(bound.length > 0 && { binding: { name: namesOf(metadata.name).binding } }),
    ...(backup && { backup }),
    members: members.map((member) => ({
      name: member.name,
      role: member.role,
      state: rollout.fenced.includes(member.ordinal) && !member.isReady ? 'fenced' : member.state,
      ...volume(claimNames(metadata.name)[member.ordinal], references.list(k8s.KubePersistentVolumeClaim)),
      ...(member.timeline !== undefined && { timeline: member.timeline }),
      ...lag(member, primary),
    })),
    conditions: [
      primaryCondition(primary, rollout),
      upgrade?.status === 'False' ? { ...upgrade, type: 'RolledOut' } : serverRollout(rollout).condition(),
      ...(upgrade ? [upgrade] : []),
      ...fenceConditions(members, rollout.fenced),
      ...rebuildConditions(rebuildOf(context)),
      ...credentials.conditions(context),
      ...bound,
      ...(spec.monitoring.enabled ? monitor.conditions(context) : []),
      ...(archiveOf(spec) ? backupConditions(resource.status, ends, subject, spec.backup) : []),
    ],
  };
}

/** Returns the uid of a claim. */
function volume(name: string | undefined, claims: readonly Observed<typeof k8s.KubePersistentVolumeClaim>[]) {
  const uid = claims.find(({ metadata }) => metadata.name === name)?.metadata.uid;
  return uid === undefined ? {} : { volume: uid };
}

/** The size of a file of WAL. Smaller differences come and go with each write. */
const segmentMegabytes = 16;

function lag({ role, position }: Member, primary: Member | undefined) {
  if (role !== 'replica' || position === undefined || primary?.position === undefined) return {};
  const segments = Math.floor(Math.max(0, primary.position - position) / (segmentMegabytes * 1024 * 1024));
  return { lagMegabytes: Math.min(segments * segmentMegabytes, 2 ** 31 - 1) };
}

/** Returns true if commits wait for a replica, and there is none that is to acknowledge them. */
function writesWait({ synchronous }: Rollout): boolean {
  return synchronous?.length === 0;
}

function primaryCondition(primary: Member | undefined, rollout: Rollout): ConditionReport {
  const type = 'PrimaryAvailable';
  if (primary === undefined) return { type, status: 'False', reason: 'NoPrimary', message: 'no server takes writes' };
  return writesWait(rollout)
    ? {
        type,
        status: 'False',
        reason: 'NoSynchronousReplica',
        message: `commits on ${primary.name} wait for a replica`,
      }
    : { type, status: 'True', reason: 'Elected', message: `${primary.name} takes writes` };
}
