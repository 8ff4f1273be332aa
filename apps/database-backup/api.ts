import { CustomResource } from 'operand';
import { immutable, quantity, rule } from 'operand/schema';
import { z } from 'zod';

const field = '[0-9a-zA-Z*?/,#-]+';
/** When something happens, as a CronJob has it; six fields begin with the seconds. */
export const schedule = z
  .string()
  .max(256)
  .regex(new RegExp(`^(@(hourly|daily|weekly|monthly|yearly)|(${field} ){4,5}${field})$`));

const timeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_+/-]+$/)
  .default('UTC');

/** An object in the namespace of the resource. */
const reference = z.object({ name: z.string().min(1).max(253) });

const databaseName = z.string().min(1).max(253);
const timeoutSeconds = z.int32().min(1).describe('The time after which a run has failed.');

const backupPath = z
  .string()
  .max(512)
  .regex(/^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/)
  .describe(
    'The directory of the archives in the volume, or their prefix in the bucket. It belongs to the first DatabaseBackup that uses it: the runs of others fail.',
  );

const database = z
  .object({
    engine: z.enum(['postgresql', 'mariadb']).optional().describe('`mariadb` stands for MySQL, too.'),
    host: z.string().min(1).max(253).optional().describe('A server outside of this namespace or cluster.'),
    port: z.int32().min(1).max(65535).optional(),
    username: z.string().min(1).max(63).optional().describe('The administrator unless given.'),
    credentials: reference.optional().describe('A Secret with the `password` of the user.'),
  })
  .default({})
  .describe('What the Database or StatefulSet of the name `databaseName` does not say.');

const storage = rule(
  z.object({
    size: quantity({ max: '1Pi' }).default('10Gi').describe('The size of the volume claim that the operator creates.'),
    claim: reference
      .optional()
      .describe('An existing volume claim. Without it, and without s3, the operator creates one.'),
    s3: z
      .object({
        endpoint: z
          .string()
          .max(512)
          .regex(/^https?:\/\/[A-Za-z0-9.:[\]-]+$/),
        bucket: z.string().min(3).max(63),
        region: z.string().min(1).max(64).default('us-east-1'),
        pathStyle: z.boolean().default(true),
        credentials: reference.describe('A Secret with `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`.'),
        authorities: reference.optional().describe('A ConfigMap whose `ca.crt` signs the certificate of the endpoint.'),
      })
      .optional(),
  }),
  '!(has(self.claim) && has(self.s3))',
  'archives are in a volume or in a bucket: leave out claim or s3',
)
  .prefault({})
  .describe('The place of the archives. It outlives the DatabaseBackup.');

const time = z.iso.datetime();

/** Backups of a database by a schedule. */
export class DatabaseBackup extends CustomResource({
  group: 'databases.test.io',
  version: 'v1',
  kind: 'DatabaseBackup',
  description: 'Backups of a database by a schedule, with retention and verification.',
  shortNames: ['dbb'],
  spec: z.object({
    databaseName: databaseName.describe('The name of a Database or a StatefulSet in the namespace.'),
    schedule: schedule.describe('When backups start, as a CronJob has it; six fields begin with the seconds.'),
    backupPath,
    database,
    databases: z
      .array(z.string().min(1).max(63))
      .max(64)
      .optional()
      .describe('The databases of the server. All unless given.'),
    tables: z
      .array(z.string().min(1).max(127))
      .max(256)
      .optional()
      .describe('Tables such as `public.orders`. All unless given.'),
    storage,
    retention: z
      .object({
        keep: z.int32().min(1).optional().describe('The number of archives that stay.'),
        maxAgeDays: z.int32().min(1).optional(),
      })
      .default({})
      .describe('Only complete archives are removed, and never the newest one.'),
    suspend: z.boolean().default(false).describe('Starts no run. One that has started goes on.'),
    timeZone,
    startingDeadlineSeconds: z
      .int32()
      .min(1)
      .optional()
      .describe('The time in which a missed run may still start. Without it, the newest missed run always does.'),
    timeoutSeconds: timeoutSeconds.default(21_600),
    verification: z
      .object({ schedule: schedule })
      .optional()
      .describe('When the newest archive is restored into an empty server, and its rows are counted.'),
  }),
  status: z.object({
    inProgress: z.boolean().describe('True while a Job of this resource runs.'),
    lastBackupTime: time.optional().describe('The end of the last backup that succeeded.'),
    nextBackupTime: time.optional().describe('Absent while suspended.'),
    lastArchive: z.string().optional(),
    lastSizeBytes: z.int().optional(),
    lastDurationSeconds: z.number().optional(),
    consecutiveFailures: z.int32().describe('The backups that failed since the last one that succeeded.'),
    lastScheduleTime: time.optional().describe('The newest scheduled time that started a backup, or was missed.'),
    verifiedArchive: z.string().optional(),
    lastVerificationTime: time.optional(),
    lastVerificationScheduleTime: time.optional(),
    lastRun: z.string().optional().describe('The newest Job whose end is counted.'),
  }),
  printerColumns: [
    { name: 'Database', jsonPath: '.spec.databaseName' },
    { name: 'Schedule', jsonPath: '.spec.schedule' },
    { name: 'Last Backup', jsonPath: '.status.lastBackupTime', type: 'date' },
    { name: 'In Progress', jsonPath: '.status.inProgress', priority: 1 },
    { name: 'Next', jsonPath: '.status.nextBackupTime', priority: 1 },
    { name: 'Failures', jsonPath: '.status.consecutiveFailures', priority: 1 },
  ],
  rules: [
    {
      rule: 'self.metadata.name.size() <= 44',
      message: 'the names of Jobs begin with the name: use at most 44 characters',
    },
  ],
}) {}

/** One restore of an archive. */
export class DatabaseRestore extends CustomResource({
  group: 'databases.test.io',
  version: 'v1',
  kind: 'DatabaseRestore',
  description: 'One restore of an archive into a database server.',
  shortNames: ['dbr'],
  spec: immutable(
    z.object({
      backupName: z.string().min(1).max(44).describe('The DatabaseBackup whose archives are restored.'),
      archive: z.string().min(1).max(253).optional().describe('The newest complete archive unless given.'),
      databaseName: databaseName.describe('The name of the Database or the StatefulSet to restore into.'),
      database,
      intoDatabase: z
        .string()
        .min(1)
        .max(63)
        .optional()
        .describe('The name of the restored database. That in the archive unless given.'),
      overwrite: z
        .boolean()
        .default(false)
        .describe('Replaces databases that have tables. Without it, such a restore fails.'),
      timeoutSeconds: timeoutSeconds.default(21_600),
    }),
  ),
  status: z.object({
    inProgress: z.boolean(),
    completionTime: time.optional(),
    archive: z.string().optional(),
    tables: z.int().optional(),
    rows: z.int().optional(),
  }),
  printerColumns: [
    { name: 'Backup', jsonPath: '.spec.backupName' },
    { name: 'Archive', jsonPath: '.status.archive' },
    { name: 'Complete', jsonPath: '.status.conditions[?(@.type=="Complete")].status' },
    { name: 'Age', jsonPath: '.metadata.creationTimestamp' },
  ],
  rules: [
    {
      rule: 'self.metadata.name.size() <= 55',
      message: 'the name of the Job begins with the name: use at most 55 characters',
    },
  ],
}) {}
