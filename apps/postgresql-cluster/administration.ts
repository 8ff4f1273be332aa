import { isDeepStrictEqual } from 'node:util';
import { Duration } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import {
  Action,
  GeneratedSecret,
  type HandOver,
  type ReconcileContext,
  ServerCertificate,
  ServerRollout,
  type Use,
} from 'operand';
import { z } from 'zod';
import type { PostgreSQLCluster } from './api.ts';
import { failure, newBackupEnds } from './backup-report.ts';
import { certificate, type Reload, reloadOf } from './certificate.ts';
import type { PostgreSQLServers } from './children.ts';
import { backupSubject, beginFirstBackup, firstBackupUses } from './first-backup.ts';
import { beginAgain } from './lost-bootstrap.ts';
import { ClusterPod, membersOf, primaryOf } from './member.ts';
import { labelsOf, namesOf } from './names.ts';
import { clusterConfiguration, reloadSetting } from './patroni.ts';
import { discard, rebuildOf, rebuildUses, stoppedOrdinals } from './rebuild.ts';
import { type Rollout, serverRollout } from './rollout.ts';
import { binding, credentials, monitor } from './secrets.ts';
import { keepState, PatroniState, storeUses } from './store.ts';
import { serversOf } from './upgrade.ts';
import { advanceUpgrade, versionsOf } from './upgrade-progress.ts';

/** The uids of the pods that may lack settings until they restart, beside Patroni's configuration. */
const configuredAnnotation = 'postgres.example.com/configured';

/** The kinds that {@link administer} writes. */
export const administrationUses = [
  ...GeneratedSecret.uses,
  ...ServerCertificate.uses,
  ...ServerRollout.uses,
  ...rebuildUses,
  ...firstBackupUses,
  ...storeUses,
  { kind: k8s.KubeEndpoints, verbs: ['patch', 'apply'] },
] as const satisfies readonly Use[];

/** The objects and the callbacks of a cluster's reconcile. */
export type Administering = ReconcileContext<
  typeof PostgreSQLCluster,
  PostgreSQLServers,
  typeof administrationUses,
  typeof PostgreSQLCluster | typeof k8s.KubeStatefulSet | typeof k8s.KubeJob | typeof k8s.KubeCronJob,
  typeof ClusterPod | typeof k8s.KubePersistentVolumeClaim | typeof PatroniState | typeof k8s.KubeService
>;

/** Generates the Secrets of a cluster, renews its certificate, configures Patroni, and takes the next step of a rollout. */
export async function administer(context: Administering): Promise<Action> {
  await keepState(context);
  await credentials.generate(context);
  await binding.generate(context);
  if (context.spec.monitoring.enabled) await monitor.generate(context);
  const renewal = await certificate.rotate(context);
  const reload = reloadOf(certificate.issued(context), context.now);
  await configure(context, reload);
  await expectLowering(context);
  reportPrimary(context);
  reportBackups(context);
  await discard(rebuildOf(context), context);
  await advanceUpgrade(context);
  const lossMs = await beginAgain(context);
  const rollout = rolloutOf(context);
  const nextBackupMs = await beginFirstBackup(context, rollout);
  await serverRollout(rollout).proceed(context, async (request) => await handOver(request, context));
  const dueMs = [reload.nextMs, lossMs, nextBackupMs].filter((ms) => ms !== undefined);
  return dueMs.length === 0 ? renewal : Action.requeueAfter(Duration.millis(Math.min(...dueMs)));
}

/** Returns the cluster as the caches have it. */
export function rolloutOf({
  metadata,
  spec,
  children,
  references,
  live,
}: Pick<Administering, 'metadata' | 'spec' | 'children' | 'references' | 'live'>): Rollout {
  const versions = versionsOf({ metadata, spec, references });
  const { config, sync } = namesOf(metadata.name);
  const configured = references(PatroniState, config)?.metadata.annotations?.[configuredAnnotation];
  const standbys = references(PatroniState, sync)?.metadata.annotations?.sync_standby;
  return {
    cluster: metadata.name,
    members: versions.members,
    instances: serversOf(versions).instances,
    revision: ServerRollout.revision(live(children.statefulSet, k8s.KubeStatefulSet)),
    configured: listed(configured),
    synchronous: spec.highAvailability.synchronousCommit ? listed(standbys) : undefined,
    preferredPrimary: spec.preferredPrimary,
    fenced: stoppedOrdinals({ metadata, spec, references }),
  };
}

/** Returns the items of an annotation. */
function listed(text = ''): readonly string[] {
  return text.split(',').filter((item) => item !== '');
}

/**
 * Gives all servers the configuration of the spec, and lets them read their certificate. The first configuration comes with
 * the file that Patroni starts with.
 */
async function configure(context: Administering, reload: Reload): Promise<void> {
  const { metadata, spec, references, client, events } = context;
  const { config: name } = namesOf(metadata.name);
  const present = references(PatroniState, name)?.metadata.annotations?.config;
  if (present === undefined) return;
  const current = parsed(present);
  const last = reloadType.safeParse(current).data?.postgresql.parameters[reloadSetting];
  const value = reload.value ?? last;
  const isConfigured = isDeepStrictEqual(current, clusterConfiguration(spec, last));
  if (isConfigured && value === last) return;
  const pods = membersOf(metadata.name, references.list(ClusterPod)).map(({ uid }) => uid);
  const annotations = {
    config: JSON.stringify(clusterConfiguration(spec, value)),
    ...(!isConfigured && { [configuredAnnotation]: pods.join(',') }),
  };
  await client.patch(k8s.KubeEndpoints, { namespace: metadata.namespace, name }, { metadata: { annotations } });
  events.normal(
    isConfigured
      ? { reason: 'CertificateReloaded', message: 'the servers read their certificate' }
      : { reason: 'Configured', message: 'the servers have new settings' },
  );
}

/**
 * Records the present pods as long as the primary has to lower settings: a replica that has restarted before it kept the old
 * values, and restarts once more.
 */
async function expectLowering({ metadata, references, client }: Administering): Promise<void> {
  const { config: name } = namesOf(metadata.name);
  const state = references(PatroniState, name);
  const members = membersOf(metadata.name, references.list(ClusterPod));
  const isLowering = (primaryOf(members)?.lowers.length ?? 0) > 0;
  const pods = members.map(({ uid }) => uid).join(',');
  if (state === undefined || !isLowering || state.metadata.annotations?.[configuredAnnotation] === pods) return;
  const annotations = { [configuredAnnotation]: pods };
  await client.patch(k8s.KubeEndpoints, { namespace: metadata.namespace, name }, { metadata: { annotations } });
}

/** The part of a configuration with the last reload. */
const reloadType = z.object({
  postgresql: z.object({ parameters: z.object({ [reloadSetting]: z.string().optional() }) }),
});

/** Records in an Event that another server takes writes than the status says, or none. */
function reportPrimary({ resource, metadata, spec, references, events }: Administering): void {
  const former = resource.status.primary;
  const versions = versionsOf({ metadata, spec, references });
  const primary = primaryOf(versions.members);
  if (primary?.name === former) return;
  if (primary !== undefined) events.normal({ reason: 'PrimaryElected', message: `${primary.name} takes writes` });
  // Otherwise all servers are to be stopped.
  else if (serversOf(versions).instances > spec.fenced.length) {
    events.warning({ reason: 'PrimaryLost', message: `${former} takes no writes any more, and no other server does` });
  }
}

/** Records the ends of backups and their verifications in Events. */
function reportBackups(context: Administering): void {
  // Otherwise no status counts them.
  if (backupSubject(context) === undefined) return;
  const { resource, metadata, references, events } = context;
  const ends = newBackupEnds(metadata.name, resource.status, references.list(ClusterPod));
  for (const end of ends.backups) {
    if (end.error === undefined) events.normal({ reason: 'BackupSucceeded', message: `${end.name} succeeded` });
    else events.warning({ reason: 'BackupFailed', message: failure(end) });
  }
  for (const end of ends.verifications) {
    if (end.error === undefined) events.normal({ reason: 'BackupVerified', message: `${end.name} succeeded` });
    else events.warning({ reason: 'VerificationFailed', message: failure(end) });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The operator replaces a configuration that is not valid JSON.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Requests a switchover. Patroni removes the request when it has switched over, and when it refuses to. */
async function handOver(
  { from, to }: HandOver,
  { metadata, references, client, events }: Administering,
): Promise<void> {
  const { namespace = '', name: cluster } = metadata;
  const { failover: name } = namesOf(cluster);
  const annotations = { leader: from.name, member: to.name };
  if (references(PatroniState, name)?.metadata.annotations?.leader !== undefined) return;
  await client.apply(
    k8s.KubeEndpoints,
    { metadata: { namespace, name, labels: labelsOf(cluster), annotations } },
    { conflicts: 'force' },
  );
  events.normal({ reason: 'SwitchoverStarted', message: `${from.name} hands over to ${to.name}` });
}
