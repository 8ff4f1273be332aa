import { schedule } from '@operand-apps/database-backup';
import { CustomResource } from 'operand';
import { z } from 'zod';

/** MariaDB servers of one version, with backups by a schedule. */
export class SampleDB extends CustomResource({
  group: 'database.example.com',
  version: 'v1',
  kind: 'SampleDB',
  description: 'MariaDB servers of one version, with backups by a schedule.',
  spec: z.object({
    version: z
      .string()
      .max(32)
      .regex(/^[0-9]+\.[0-9]+\.[0-9]+$/)
      .describe('The version of the servers, such as 11.4.2. A change restarts them one by one.'),
    replicas: z.int32().min(1).max(9).default(3).describe('Number of servers. They do not replicate each other.'),
    backupSchedule: schedule
      .optional()
      .describe('When the first server is backed up, as a CronJob has it. Never unless given.'),
  }),
  status: z.object({
    readyReplicas: z.int32().describe('The number of servers that answer.'),
    credentials: z
      .string()
      .optional()
      .describe('The Secret with the `username` and the `password`. It is generated once, and never again.'),
  }),
  printerColumns: [
    { name: 'Version', jsonPath: '.spec.version' },
    { name: 'Replicas', jsonPath: '.spec.replicas' },
    { name: 'Ready', jsonPath: '.status.readyReplicas' },
    { name: 'Backups', jsonPath: '.spec.backupSchedule' },
    { name: 'Age', jsonPath: '.metadata.creationTimestamp' },
  ],
  rules: [
    {
      rule: "self.metadata.name.matches('^[a-z]([-a-z0-9]{0,42}[a-z0-9])?$')",
      message:
        'the name becomes that of a Service and of a DatabaseBackup: use at most 44 lower-case letters, digits and dashes, and begin with a letter',
    },
  ],
}) {}
