// In: a task, the clients of its server and the place of its archives. Out: the databases of an archive. Called by the
// program.

import { setTimeout } from 'node:timers/promises';
import type { RestoreTask, VerifyTask } from '../task.ts';
import { archiveTime } from './archive-name.ts';
import type { Engine, RestoredDump } from './engine.ts';
import { Failure } from './failure.ts';
import { archiveResult, type Dump, type Manifest, type TaskResult } from './manifest.ts';
import { Measure } from './measure.ts';
import { type ArchiveStorage, storedManifest } from './storage.ts';

/**
 * Restores an archive, and compares the rows of each table with its manifest.
 *
 * @throws Failure before any change if a database is the server's own, or has tables and the task doesn't allow to replace
 *   it, or if a checksum differs.
 */
export async function restore(task: RestoreTask, engine: Engine, storage: ArchiveStorage): Promise<TaskResult> {
  return await restoreFor('use', task, { engine, storage });
}

/** Restores the newest archive into an empty server, once that answers. */
export async function verify(
  task: VerifyTask,
  engine: Engine,
  storage: ArchiveStorage,
  signal: AbortSignal,
): Promise<TaskResult> {
  await answers(engine, signal);
  // Another verification may have used the same server.
  return await restoreFor('proof', { ...task, do: 'restore', overwrite: true }, { engine, storage });
}

async function restoreFor(
  purpose: RestoredDump['purpose'],
  task: RestoreTask,
  { engine, storage }: { readonly engine: Engine; readonly storage: ArchiveStorage },
): Promise<TaskResult> {
  const manifest = await requestedArchive(task, storage);
  const { archive, dumps, roles, tables } = manifest;
  if (task.database !== undefined && dumps.length !== 1) {
    throw new Failure(
      `archive ${archive} has ${dumps.length} databases, which can't all be ${task.database}: leave the name out`,
    );
  }
  const targets = dumps.map((dump) => ({ dump, database: task.database ?? dump.database }));
  for (const { database } of targets) {
    if (purpose === 'use' && engine.own.includes(database))
      throw new Failure(`database ${database} is the server's own: restore into another database`);
    await requireReplaceable(database, manifest, task, engine);
  }
  for (const { dump } of targets) await requireChecksum(archive, dump, storage);
  for (const { dump, database } of targets) {
    await engine.restore(database, { dump, content: storage.read(archive, dump.file), tables, roles, purpose });
  }
  return archiveResult(manifest);
}

async function requestedArchive(task: RestoreTask, storage: ArchiveStorage): Promise<Manifest> {
  const complete = await storage.list();
  const archive = task.archive ?? complete.at(-1);
  if (archive === undefined)
    throw new Failure('there is no complete archive to restore: correct the storage, or back up first');
  if (archiveTime(archive) === undefined || !complete.includes(archive)) {
    throw new Failure(
      `there is no complete archive ${archive}: use one of ${complete.slice(-5).join(', ') || 'none yet'}`,
    );
  }
  const manifest = await storedManifest(storage, archive);
  if (manifest.engine !== task.engine) {
    throw new Failure(
      `archive ${archive} is of ${manifest.engine}, and the server is ${task.engine}: restore into a ${manifest.engine} server`,
    );
  }
  return manifest;
}

async function requireReplaceable(
  database: string,
  manifest: Manifest,
  { overwrite }: RestoreTask,
  engine: Engine,
): Promise<void> {
  const count = (await engine.tableCount(database)) ?? 0;
  if (count === 0) return;
  if (manifest.tables !== undefined) {
    throw new Failure(
      `database ${database} has ${count} tables, which a restore of the selected tables ${manifest.tables.join(', ')} would remove: ` +
        'restore into another database',
    );
  }
  if (overwrite) return;
  throw new Failure(
    `database ${database} has ${count} tables: set overwrite to replace it, or restore into another database`,
  );
}

async function requireChecksum(archive: string, dump: Dump, storage: ArchiveStorage): Promise<void> {
  const measure = new Measure();
  const content = measure.of(storage.read(archive, dump.file));
  while (!(await content.next()).done);
  if (measure.result.checksum === dump.checksum) return;
  throw new Failure(
    `${dump.file} of archive ${archive} is damaged: its checksum is ${measure.result.checksum}; restore another archive`,
  );
}

/** Waits for the start of a server. */
async function answers(engine: Engine, signal: AbortSignal): Promise<void> {
  for (let second = 0; ; second += 1) {
    try {
      await engine.version();
      return;
    } catch (error) {
      if (second === 600 || !(error instanceof Failure)) throw error;
    }
    await setTimeout(1000, undefined, { signal });
  }
}
