import { schedule } from '@operand-apps/database-backup';
import { CustomResource } from 'operand';
import { immutable, listSet, quantity, rule } from 'operand/schema';
import { z } from 'zod';
import { recoveryType, repositoryType } from './physical-backup.ts';
import { parametersType } from './setting.ts';

/** The most instances: their pods are named in the role of Patroni. */
export const mostInstances = 9;

const time = z.iso.datetime();

const ordinal = z
  .int32()
  .min(0)
  .max(mostInstances - 1);

const amounts = z.object({ cpu: quantity().optional(), memory: quantity().optional() }).optional();

/** Returns the rule's number of the major version in a part of the object. */
function majorOf(part: string): string {
  return `int(${part}.version.split('.')[0])`;
}

/** A PostgreSQL server with replicas that take over when it fails. */
export class PostgreSQLCluster extends CustomResource({
  group: 'postgres.example.com',
  version: 'v1',
  kind: 'PostgreSQLCluster',
  plural: 'postgresqlclusters',
  description: 'A PostgreSQL server with replicas that take over when it fails.',
  shortNames: ['pgc'],
  categories: ['all'],
  spec: z.object({
    version: z
      .string()
      .max(32)
      .regex(/^[1-9][0-9]+(\.[0-9]+)?$/)
      .describe(
        'The version of the servers, such as 14.5: the tag of their image. Another major version upgrades the data.',
      ),
    instances: z
      .int32()
      .min(1)
      .max(mostInstances)
      .default(3)
      .describe('Number of servers: the primary and its replicas.'),
    storage: z
      .object({
        size: rule(
          z
            .string()
            .max(16)
            .regex(/^[1-9][0-9]*(Mi|Gi|Ti)$/),
          'quantity(self).compareTo(quantity(oldSelf)) >= 0',
          'spec.storage.size can only grow',
        )
          .default('10Gi')
          .describe('The size of each volume, such as 100Gi.'),
        storageClass: immutable(z.string().min(1).max(253).optional()).describe(
          'The default of the cluster unless given.',
        ),
      })
      .prefault({})
      .describe('The volume of each server.'),
    resources: z
      .object({ requests: amounts, limits: amounts })
      .default({})
      .describe('The resources of each server. Memory settings follow from them.'),
    highAvailability: z
      .object({
        enabled: z.boolean().default(true).describe('Without it, there is one server.'),
        synchronousCommit: z
          .boolean()
          .default(false)
          .describe('A commit waits for a replica, so that a failover loses none. Without a replica, writes wait.'),
      })
      .prefault({}),
    backup: rule(
      z.object({
        enabled: z.boolean().default(false).describe('Backs up all databases by the schedule.'),
        schedule: schedule.default('0 2 * * *').describe('When backups start, as a CronJob has it, in UTC.'),
        retention: z.int32().min(1).max(1000).default(7).describe('The number of backups that stay.'),
        repository: repositoryType.optional(),
        verification: z
          .object({ schedule: schedule.describe('When verifications start, as a CronJob has it, in UTC.') })
          .optional()
          .describe('Restores the newest backup into a volume of its own, and reads all of it.'),
      }),
      "!has(self.repository) || ([self.schedule] + (has(self.verification) ? [self.verification.schedule] : [])).all(each, each.startsWith('@') || each.split(' ').size() == 5)",
      'a backup with a repository, and its verification, start at a minute: write five fields',
    ).prefault({}),
    bootstrap: immutable(z.object({ recovery: recoveryType }).optional()).describe(
      'The data of a new cluster. Empty databases unless given.',
    ),
    parameters: parametersType.default({}).describe('Settings of PostgreSQL: name → value.'),
    preferredPrimary: ordinal
      .optional()
      .describe('The ordinal of the instance that becomes the primary, by a switchover, whenever it can.'),
    fenced: listSet(ordinal)
      .max(mostInstances)
      .default([])
      .describe('The ordinals of instances whose PostgreSQL is stopped. Their pods and data stay as they are.'),
    rebuild: z
      .string()
      .max(36)
      .optional()
      .describe('The uid of the volume claim of a replica: it is deleted once, and the replica copies the data again.'),
    tls: z
      .object({ required: z.boolean().default(false).describe('Refuses clients that connect without TLS.') })
      .prefault({}),
    monitoring: z
      .object({
        enabled: z
          .boolean()
          .default(true)
          .describe('Runs a postgres_exporter beside each server, and has a PodMonitor.'),
      })
      .prefault({}),
    hibernated: z.boolean().default(false).describe('Stops all servers, and keeps their data.'),
  }),
  status: z.object({
    phase: z
      .enum(['Pending', 'Running', 'Upgrading', 'Hibernated'])
      .describe(
        'Running while a primary takes writes. Upgrading until all servers have data of another major version.',
      ),
    version: z.string().max(32).optional().describe('The version of the servers that ran last on the data.'),
    primary: z.string().optional().describe('The pod of the primary.'),
    timeline: z.int32().optional().describe('The timeline of the primary. Each failover and switchover begins one.'),
    instances: z.int32().describe('Number of pods.'),
    readyInstances: z.int32().describe('Number of ready pods.'),
    labelSelector: z.string().describe('Selects the pods of the servers.'),
    binding: z
      .object({ name: z.string() })
      .optional()
      .describe('The Secret with which applications connect, as the Service Binding specification has it.'),
    backup: z
      .object({
        lastBackupTime: time.optional().describe('The end of the last physical backup that succeeded.'),
        lastBackup: z.string().optional().describe('The name of that backup.'),
        firstRecoverabilityPoint: time.optional().describe('The end of the oldest backup that is kept.'),
        verifiedBackup: z.string().optional().describe('The name of the last backup that was restored and read whole.'),
        verificationTime: time.optional().describe('The end of that verification.'),
        counted: z
          .array(z.string())
          .optional()
          .describe('The uids of the pods of backups and verifications whose ends the other fields have.'),
        of: z.string().optional().describe('The data and the repository that the other fields are about.'),
      })
      .optional(),
    members: z
      .array(
        z.object({
          name: z.string(),
          role: z.enum(['primary', 'replica', 'unknown']),
          state: z
            .string()
            .describe('As Patroni reports it, such as `running` or `streaming`; `fenced` while it is stopped.'),
          volume: z.string().optional().describe('The uid of the volume claim.'),
          timeline: z.int32().optional(),
          lagMegabytes: z
            .int32()
            .optional()
            .describe('The WAL that a replica has still to receive, in units of 16 MiB.'),
        }),
      )
      .max(2 * mostInstances),
  }),
  scale: {
    replicas: '.spec.instances',
    observedReplicas: '.status.instances',
    selector: '.status.labelSelector',
  },
  printerColumns: [
    { name: 'Version', jsonPath: '.spec.version' },
    { name: 'Instances', jsonPath: '.spec.instances' },
    { name: 'Ready', jsonPath: '.status.readyInstances' },
    { name: 'Primary', jsonPath: '.status.primary' },
    { name: 'Phase', jsonPath: '.status.phase' },
    { name: 'Timeline', jsonPath: '.status.timeline', priority: 1 },
    { name: 'Age', jsonPath: '.metadata.creationTimestamp' },
  ],
  rules: [
    {
      rule: `${majorOf('self.spec')} == ${majorOf('oldSelf.spec')} || has(self.status) && has(self.status.version) && ${majorOf('self.spec')} >= ${majorOf('self.status')}`,
      message:
        'the major version is at least that of the data (status.version), and stays as it is until there are data',
    },
    {
      rule: "self.metadata.name.matches('^[a-z]([-a-z0-9]{0,42}[a-z0-9])?$')",
      message:
        'the names of Services and pods begin with the name: use at most 44 lower-case letters, digits and dashes, and begin with a letter',
    },
    {
      rule: "!self.metadata.name.matches('-(config|failover|sync|ro|pods)$')",
      message:
        'a cluster without this ending has objects of this name: use another name than one with -config, -failover, -sync, -ro or -pods at its end',
    },
    {
      rule: 'self.spec.highAvailability.enabled || self.spec.instances == 1',
      message: 'without high availability there is one server: set instances to 1',
    },
    {
      rule: 'self.spec.instances > 1 || !self.spec.highAvailability.synchronousCommit',
      message: 'a commit would wait for a replica: set instances to 2 or more, or leave synchronousCommit out',
    },
    {
      rule: '!has(self.spec.backup.verification) || has(self.spec.backup.repository)',
      message: 'a verification restores a physical backup: set backup.repository',
    },
    {
      rule: '!has(self.spec.backup.verification) || self.metadata.name.size() <= 39',
      message:
        'the name of the CronJob that verifies backups is too long: use a name of at most 39 characters, or leave backup.verification out',
    },
    {
      rule: '!has(self.spec.bootstrap) || has(self.spec.backup.repository)',
      message: 'a recovery reads a repository: set backup.repository',
    },
    {
      rule: '!has(self.spec.bootstrap) || self.spec.bootstrap.recovery.cluster != self.metadata.name',
      message: 'a recovered cluster has an archive of its own: give it another name than that of its source',
    },
  ],
}) {}
