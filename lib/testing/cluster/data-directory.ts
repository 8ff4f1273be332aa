import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** On a disk: the memory that files take elsewhere counts as that of the pod that writes them. */
export const dataRoot = '/var/tmp';

/** File that says where the directory of the control plane is. */
export const controlPlaneLink = 'control-plane';

/** File in the directory of a control plane that says to which cluster it belongs. */
export const clusterMark = 'cluster';

/** The files of a cluster's nodes and volumes, in one directory that goes as a whole. */
export class DataDirectory {
  readonly path: string;
  readonly #name: string;

  /** @param name - see {@link runName} */
  constructor(name: string) {
    this.#name = name;
    this.path = join(dataRoot, name);
  }

  /** Makes it. @param controlPlane - the directory of its control plane */
  make(controlPlane: string): void {
    writeFileSync(join(controlPlane, clusterMark), this.#name);
    mkdirSync(this.path, { mode: 0o700 });
    // Pods of other users reach their volumes through it.
    mkdirSync(this.volumes, { mode: 0o711 });
    writeFileSync(join(this.path, controlPlaneLink), controlPlane);
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
