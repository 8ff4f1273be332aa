import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** On a disk: the memory that files take elsewhere counts as that of the pod that writes them. */
export const dataRoot = '/var/tmp';

/** The files of a cluster's nodes and volumes, in one directory that goes as a whole. */
export class DataDirectory {
  readonly path: string;

  /** @param name - see {@link runName} */
  constructor(name: string) {
    this.path = join(dataRoot, name);
  }

  /** Makes it. */
  make(): void {
    mkdirSync(this.path, { mode: 0o700 });
    // Pods of other users reach their volumes through it.
    mkdirSync(this.volumes, { mode: 0o711 });
  }

  /** Directory of the volumes, which all nodes see. */
  get volumes(): string {
    return join(this.path, 'volumes');
  }

  /** Directory of one node. */
  node(name: string): string {
    return join(this.path, name);
  }
}
