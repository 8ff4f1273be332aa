// A volume that is full after some kilobytes. Called by tests of backups.

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { KubernetesObject } from '../../lib/api/index.ts';

const run = promisify(execFile);

/** A file system with a size of its own: the volumes of a cluster's storage class have none. */
export class SmallVolume implements AsyncDisposable {
  readonly #path: string;

  /** Mounts it. The nodes of clusters that start later see it. */
  static async mount(): Promise<SmallVolume> {
    const path = await mkdtemp(join(tmpdir(), 'operand-volume-'));
    await run('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', path]);
    return new SmallVolume(path);
  }

  private constructor(path: string) {
    this.#path = path;
  }

  /** Returns the volume and a claim of the same name. */
  objects(namespace: string, name: string): readonly KubernetesObject[] {
    const everyNode = { key: 'kubernetes.io/hostname', operator: 'Exists' };
    const shared = { storageClassName: '', accessModes: ['ReadWriteOnce'] };
    const storage = '16Ki';
    const volume = {
      ...shared,
      capacity: { storage },
      local: { path: this.#path },
      nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [everyNode] }] } },
    };
    const claim = { ...shared, volumeName: name, resources: { requests: { storage } } };
    return [
      { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name }, spec: volume },
      { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { namespace, name }, spec: claim },
    ];
  }

  async enlarge(): Promise<void> {
    await run('mount', ['-o', 'remount,size=16m', this.#path]);
  }

  /** Returns the names in one of its directories. */
  async names(directory: string): Promise<readonly string[]> {
    return await readdir(join(this.#path, directory));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await run('umount', [this.#path]);
    await rmdir(this.#path);
  }
}
