// The fields of the spec on physical backups: their place, and the recovery from them.

import { rule } from 'operand/schema';
import { z } from 'zod';

const reference = z.object({ name: z.string().min(1).max(253) });

/** The place of physical backups and of the archive of WAL. */
export const repositoryType = rule(
  z.object({
    path: z
      .string()
      .max(512)
      .regex(/^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/)
      .default('/pgbackrest')
      .describe(
        'The prefix in the bucket, or the directory in the volume. Each cluster has a stanza of its name there.',
      ),
    claim: reference
      .optional()
      .describe('A volume claim, which all servers mount: servers on several nodes need one that is ReadWriteMany.'),
    s3: z
      .object({
        endpoint: z
          .string()
          .max(512)
          .regex(/^https:\/\/[A-Za-z0-9.-]+(:[0-9]+)?$/),
        bucket: z
          .string()
          .max(63)
          .regex(/^[a-z0-9][a-z0-9.-]+$/),
        region: z
          .string()
          .max(64)
          .regex(/^[A-Za-z0-9-]+$/)
          .default('us-east-1'),
        pathStyle: z.boolean().default(true),
        credentials: reference.describe('A Secret with `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`.'),
        authorities: reference.optional().describe('A ConfigMap whose `ca.crt` signs the certificate of the endpoint.'),
      })
      .optional(),
  }),
  'has(self.claim) != has(self.s3)',
  'a repository is in a volume or in a bucket: set claim or s3',
).describe(
  'Backups are physical, with an archive of WAL, by pgBackRest. Without it, a DatabaseBackup dumps the databases.',
);

/** The source of a new cluster's data. */
export const recoveryType = z
  .object({
    cluster: z
      .string()
      .max(44)
      .regex(/^[a-z]([-a-z0-9]*[a-z0-9])?$/)
      .describe('The cluster whose backups are in the repository of `backup`. It may be deleted.'),
    targetTime: z.iso
      .datetime()
      .max(27)
      .optional()
      .describe('The last moment that is recovered, such as 2026-11-28T17:05:00Z. All of the archive unless given.'),
  })
  .describe('The servers start with the data of another cluster.');
