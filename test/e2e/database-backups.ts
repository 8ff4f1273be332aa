// DatabaseBackups and DatabaseRestores of a cluster, and their archives. Called by the test of their operator.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredObject } from '../../lib/api/index.ts';
import { until } from '../until.ts';
import type { InstalledRelease } from './installed-release.ts';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly message: string;
}

/** The status of a DatabaseBackup or a DatabaseRestore. */
export interface BackupStatus {
  readonly inProgress?: boolean;
  readonly lastArchive?: string;
  readonly lastBackupTime?: string;
  readonly lastSizeBytes?: number;
  readonly consecutiveFailures?: number;
  readonly verifiedArchive?: string;
  readonly rows?: number;
  readonly conditions?: readonly Condition[];
}

/** The resources of one namespace. */
export class DatabaseBackups {
  readonly #release: InstalledRelease;
  readonly #namespace: string;

  constructor(release: InstalledRelease, namespace: string) {
    [this.#release, this.#namespace] = [release, namespace];
  }

  /** Applies a DatabaseBackup of the server `databaseName`, whose password is in a Secret. */
  async backUp(name: string, databaseName: string, spec: object): Promise<void> {
    await this.#apply('DatabaseBackup', name, { ...serverOf(databaseName), backupPath: `/${name}`, ...spec });
  }

  /** Applies a DatabaseRestore into the server `databaseName`, and waits for its end. @returns its status */
  async restore(name: string, databaseName: string, spec: object): Promise<BackupStatus> {
    await this.#apply('DatabaseRestore', name, { ...serverOf(databaseName), ...spec });
    const hasEnded = (status: BackupStatus) => conditionOf(status, 'Complete', 'Failed') !== undefined;
    return await this.reached('databaserestores', name, hasEnded);
  }

  /** Changes the spec of a DatabaseBackup. */
  async patch(name: string, spec: object): Promise<void> {
    const patch = JSON.stringify({ spec });
    await this.#release.kubectl('patch', 'databasebackup', name, '-n', this.#namespace, '--type=merge', '-p', patch);
  }

  /** Stops the schedule, and waits for the last run. @returns the status then */
  async suspend(name: string): Promise<BackupStatus> {
    await this.patch(name, { suspend: true });
    return await this.reached('databasebackups', name, (status) => status.inProgress === false);
  }

  /** Waits until a status has a state. @throws Error with the last status after a timeout */
  async reached(
    resource: 'databasebackups' | 'databaserestores',
    name: string,
    isReached: (status: BackupStatus) => boolean,
  ): Promise<BackupStatus> {
    let status: BackupStatus = {};
    const reached = async () => {
      const object = await this.#release.get(resource, name, this.#namespace);
      status = object?.status ?? {};
      return isReached(status);
    };
    await until(`${resource} ${name} has reached a state`, reached).catch((error: unknown) => {
      throw new Error(JSON.stringify(status, undefined, 2), { cause: error });
    });
    return status;
  }

  /** Waits until a backup has failed. @returns the message of the condition */
  async failure(name: string): Promise<string> {
    const hasFailed = ({ consecutiveFailures = 0 }: BackupStatus) => consecutiveFailures > 0;
    const status = await this.reached('databasebackups', name, hasFailed);
    return conditionOf(status, 'BackedUp')?.message ?? '';
  }

  /** Returns the Jobs of a DatabaseBackup. */
  async jobs(name: string): Promise<readonly StoredObject[]> {
    return await this.#release.list('jobs', this.#namespace, `databases.test.io/backup=${name}`);
  }

  /** Returns the names in the directory of the archives of a DatabaseBackup, also of unfinished ones. */
  async archives(name: string): Promise<readonly string[]> {
    const claim = await this.#specOf<{ volumeName: string }>('persistentvolumeclaim', `${name}-backups`);
    const { local } = await this.#specOf<{ local: { path: string } }>('persistentvolume', claim.volumeName);
    const names = await readdir(join(local.path, name));
    return names.filter((each) => each !== 'owner').toSorted();
  }

  async #specOf<Spec>(resource: string, name: string): Promise<Spec> {
    const object = await this.#release.get(resource, name, this.#namespace);
    if (object === undefined) throw new Error(`there is no ${resource} ${name}`);
    return object.spec as Spec;
  }

  async #apply(kind: string, name: string, spec: object): Promise<void> {
    const metadata = { namespace: this.#namespace, name };
    const object = { apiVersion: 'databases.test.io/v1', kind, metadata, spec };
    await this.#release.apply(object);
  }
}

function serverOf(databaseName: string): object {
  return { databaseName, database: { credentials: { name: `${databaseName}-password` } } };
}

/** Returns the first condition of some types in a status. */
export function conditionOf({ conditions }: BackupStatus, ...types: readonly string[]): Condition | undefined {
  return conditions?.find(({ type }) => types.includes(type));
}
