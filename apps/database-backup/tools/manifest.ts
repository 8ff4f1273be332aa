import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Result } from '../task.ts';
import { Failure } from './failure.ts';

/** A file name without a directory. */
const fileName = z.string().regex(/^[\w%.~!*'()-]{1,255}$/);
const checksum = z.string().regex(/^sha256:[0-9a-f]{64}$/);

const dump = z.object({
  database: z.string(),
  file: fileName,
  sizeBytes: z.int().min(0),
  checksum,
  /** Settings of the database that a new one needs: name → value. */
  settings: z.record(z.string(), z.string()),
  /** Table → number of rows in the dump. */
  rows: z.record(z.string(), z.int().min(0)),
});

const manifest = z.object({
  archive: z.string(),
  /** The scheduled time. */
  run: z.string(),
  engine: z.enum(['postgresql', 'mariadb']),
  server: z.object({ host: z.string(), port: z.int(), version: z.string() }),
  /** Selected tables. Absent if the dumps have all. */
  tables: z.array(z.string()).optional(),
  /** Accounts that own objects or have rights on them. */
  roles: z.array(z.string()),
  dumps: z.array(dump),
});

/** The content of an archive. An archive without its manifest is unfinished. */
export type Manifest = Readonly<z.infer<typeof manifest>>;

/** The dump of one database, as a file of an archive. */
export type Dump = Readonly<z.infer<typeof dump>>;

/** The file with the manifest in each archive. */
export const manifestFile = 'manifest.json';

/** Returns the content of {@link manifestFile}. */
export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** Decodes a manifest. @throws Failure if it isn't one. */
export function manifestOf(text: string, archive: string): Manifest {
  try {
    return manifest.parse(JSON.parse(text));
  } catch (error) {
    throw new Failure(`the manifest of archive ${archive} is not valid: restore another archive; ${String(error)}`);
  }
}

/** The result of a task, without the time that it took. */
export type TaskResult = Omit<Result, 'seconds'>;

/** Returns the result of a task on an archive. Its checksum is that of the manifest, which has those of all dumps. */
export function archiveResult(manifest: Manifest, pruned = 0): TaskResult {
  const counts = manifest.dumps.flatMap(({ rows }) => Object.values(rows));
  return {
    archive: manifest.archive,
    sizeBytes: manifest.dumps.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    checksum: `sha256:${createHash('sha256').update(manifestText(manifest)).digest('hex')}`,
    tables: counts.length,
    rows: counts.reduce((sum, count) => sum + count, 0),
    pruned,
  };
}
