import type { EngineName, Storage, Task } from '../task.ts';
import { backUp } from './backup.ts';
import { DirectoryStorage } from './directory-storage.ts';
import type { Connection, Engine } from './engine.ts';
import type { TaskResult } from './manifest.ts';
import { MariaDb } from './mariadb.ts';
import { PostgreSql } from './postgresql.ts';
import { restore, verify } from './restore.ts';
import { S3Storage } from './s3-storage.ts';
import type { ArchiveStorage } from './storage.ts';

/** Runs a task. @param account - the account on its server, and the signal that stops it */
export async function runTask(task: Task, account: Omit<Connection, 'host' | 'port'>): Promise<TaskResult> {
  const engine = engineOf(task.engine, { ...task.server, ...account });
  const storage = storageOf(task.storage, account.signal);
  switch (task.do) {
    case 'backup':
      return await backUp(task, engine, storage);
    case 'restore':
      return await restore(task, engine, storage);
    case 'verify':
      return await verify(task, engine, storage, account.signal);
  }
}

function engineOf(name: EngineName, connection: Connection): Engine {
  switch (name) {
    case 'postgresql':
      return new PostgreSql(connection);
    case 'mariadb':
      return new MariaDb(connection);
  }
}

function storageOf(storage: Storage, signal: AbortSignal): ArchiveStorage {
  return 'directory' in storage ? new DirectoryStorage(storage.directory) : new S3Storage(storage.s3, signal);
}
