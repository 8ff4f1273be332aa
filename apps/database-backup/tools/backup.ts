// In: a task, the clients of its server and the place of its archives. Out: a new complete archive. Called by the
// program.

import type { BackupTask } from '../task.ts';
import { archiveName } from './archive-name.ts';
import type { Engine } from './engine.ts';
import { Failure } from './failure.ts';
import { archiveResult, type Dump, type Manifest, manifestText, type TaskResult } from './manifest.ts';
import { Measure } from './measure.ts';
import { expiredArchives } from './retention.ts';
import { type ArchiveStorage, ownerFile, storedManifest } from './storage.ts';

/**
 * Dumps the databases of a server into a new archive, and removes archives that the retention doesn't keep.
 *
 * A run whose archive is complete dumps nothing again.
 */
export async function backUp(task: BackupTask, engine: Engine, storage: ArchiveStorage): Promise<TaskResult> {
  const archive = archiveName(task.run);
  await requireOwnPlace(task, storage);
  await storage.clear();
  const isComplete = (await storage.list()).includes(archive);
  const manifest = isComplete ? await ownManifest(task, storage) : await newArchive(task, engine, storage);
  const expired = expiredArchives(await storage.list(), task.retention, archive);
  for (const each of expired) await storage.remove(each);
  return archiveResult(manifest, expired.length);
}

/** Without it, a run would remove the archives of another DatabaseBackup, and the files that it is writing. */
async function requireOwnPlace({ owner }: BackupTask, storage: ArchiveStorage): Promise<void> {
  const found = await storage.owner(owner);
  if (found === owner) return;
  throw new Failure(
    `the backupPath of DatabaseBackup ${owner} has the archives of DatabaseBackup ${found}: choose another path, ` +
      `or remove ${ownerFile.join('/')} in it to take them over`,
  );
}

/** Returns the manifest of the archive that an earlier pod of the same run completed. */
async function ownManifest({ run, engine, server }: BackupTask, storage: ArchiveStorage): Promise<Manifest> {
  const archive = archiveName(run);
  const manifest = await storedManifest(storage, archive);
  const { host, port } = manifest.server;
  if (manifest.engine === engine && host === server.host && port === server.port) return manifest;
  throw new Failure(
    `archive ${archive} exists, and is of the ${manifest.engine} server ${host}:${port}: wait for the next run`,
  );
}

async function newArchive(task: BackupTask, engine: Engine, storage: ArchiveStorage): Promise<Manifest> {
  const { run, server, databases, tables } = task;
  const archive = archiveName(run);
  const version = await engine.version();
  const dumps: Dump[] = [];
  try {
    for (const database of databases ?? (await engine.databases())) {
      const file = `${encodeURIComponent(database)}.${engine.ending}`;
      const measure = new Measure();
      const facts = await engine.dump(database, tables, (content) => storage.write(archive, file, measure.of(content)));
      dumps.push({ database, file, ...measure.result, ...facts });
    }
    const manifest: Manifest = {
      archive,
      run,
      engine: task.engine,
      server: { ...server, version },
      ...(tables !== undefined && { tables: [...tables] }),
      roles: [...(await engine.roles())],
      dumps,
    };
    // Two owners may have come to a new bucket at the same time.
    await requireOwnPlace(task, storage);
    await storage.complete(archive, manifestText(manifest));
    return manifest;
  } catch (error) {
    // A full volume has room again at once.
    await storage.clear();
    throw error;
  }
}
