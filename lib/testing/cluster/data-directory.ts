import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** A directory on disk: files in a tmpfs would count as memory of the pod that writes them. */
export const dataRoot = '/var/tmp';

/** The files of a cluster's nodes and volumes, in one directory that is removed as a whole. */
export class DataDirectory {
  readonly path: string;

  /** @param name - see {@link runName} */
  constructor(name: string) {
    this.path = join(dataRoot, name);
  }

  /** Creates the directory. */
  make(): void {
    mkdirSync(this.path, { mode: 0o700 });
    // Pods of other users reach their volumes through it.
    mkdirSync(this.volumes, { mode: 0o711 });
  }

  /** Directory of the volumes, which all nodes share. */
  get volumes(): string {
    return join(this.path, 'volumes');
  }

  /** Directory of one node. */
  node(name: string): string {
    return join(this.path, name);
  }
}
