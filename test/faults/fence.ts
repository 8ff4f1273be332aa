import { apiVersion } from '../../lib/api/index.ts';
import type { DirectServer } from './direct-server.ts';
import { collectionPath, kinds, namespaces } from './watched-selection.ts';

/** An object of each kind, in every selection, whose changes mark points in history. */
export class Fence {
  readonly #server: DirectServer;
  #count = 0;

  static async create(server: DirectServer): Promise<Fence> {
    for (const kind of kinds) {
      const namespace = kind.scope === 'Cluster' ? undefined : namespaces[0];
      const metadata = { name: 'fence', labels: { temperature: 'hot' } };
      await server.create(collectionPath(kind, namespace), { apiVersion: apiVersion(kind), kind: kind.kind, metadata });
    }
    return new Fence(server);
  }

  private constructor(server: DirectServer) {
    this.#server = server;
  }

  /**
   * Changes all of them, one after the other.
   *
   * @returns the version of the first change, which each reflector of a kind must reach.
   */
  async move(): Promise<number> {
    this.#count += 1;
    const versions: number[] = [];
    for (const kind of kinds) {
      const path = collectionPath(kind, kind.scope === 'Cluster' ? undefined : namespaces[0]);
      const moved = await this.#server.patch(`${path}/fence`, {
        metadata: { annotations: { count: `${this.#count}` } },
      });
      versions.push(Number(moved.metadata.resourceVersion));
    }
    return Math.min(...versions);
  }
}
