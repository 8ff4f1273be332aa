// Compares the objects of a cluster, of all kinds and namespaces, with an earlier state. Called by the tests of the
// apps on real nodes, before an operator is installed and after it is uninstalled.

import assert from 'node:assert/strict';
import type { KubernetesObject } from '../../lib/api/index.ts';
import type { Cluster } from '../../lib/testing/index.ts';
import { kubectl } from '../kubectl.ts';
import { until } from '../until.ts';

/** The objects of a cluster. */
export class ObjectCensus {
  /** `Kind namespace/name` for each, sorted; `Kind /name` without a namespace. */
  readonly objects: readonly string[];
  readonly #cluster: Cluster;

  static async of(cluster: Cluster): Promise<ObjectCensus> {
    return new ObjectCensus(cluster, await objectsOf(cluster));
  }

  private constructor(cluster: Cluster, objects: readonly string[]) {
    this.#cluster = cluster;
    this.objects = objects;
  }

  /** Returns the objects that were created since, sorted. */
  async added(): Promise<readonly string[]> {
    const known = new Set(this.objects);
    return (await objectsOf(this.#cluster)).filter((object) => !known.has(object));
  }

  /**
   * Resolves when the cluster has the same objects again.
   *
   * @param stays - the names of objects that may remain.
   * @default none
   * @returns the remaining objects, sorted.
   * @throws Error with the missing and additional objects, after a timeout
   */
  async restored(stays = /^$/): Promise<readonly string[]> {
    let beside: readonly string[] = [];
    let wrong: readonly string[] = [];
    const isRestored = async () => {
      const now = await objectsOf(this.#cluster);
      const [before, after] = [new Set(this.objects), new Set(now)];
      beside = now.filter((object) => !before.has(object));
      wrong = [
        ...beside.filter((object) => !stays.test(object)),
        ...this.objects.filter((object) => !after.has(object)).map((object) => `no ${object}`),
      ];
      return wrong.length === 0;
    };
    await until('the cluster has the same objects as before', isRestored).catch((error: unknown) => {
      assert.fail(`${String(error)}: ${wrong.join(', ')}`);
    });
    return beside;
  }
}

async function objectsOf(cluster: Cluster): Promise<readonly string[]> {
  const resources = await kubectl(cluster, ['api-resources', '--verbs=list', '-o', 'name']);
  const wanted = resources.trim().split('\n').join(',');
  const objects = await kubectl(cluster, ['get', wanted, '--all-namespaces', '-o', 'json']);
  const { items } = JSON.parse(objects) as { items: KubernetesObject[] };
  return items
    .filter((object) => !livesByItself(object))
    .map(censusName)
    .sort();
}

/** Returns the name of an object in a census. */
export function censusName({ kind, metadata: { namespace = '', name } }: KubernetesObject): string {
  return `${kind} ${namespace}/${name}`;
}

/**
 * Events expire after an hour, and the cluster's own components hold Leases: their existence doesn't depend on an
 * operator.
 */
function livesByItself({ kind, metadata: { namespace = '', name } }: KubernetesObject): boolean {
  if (kind === 'Event') return true;
  const isOfPart =
    namespace === 'kube-node-lease' || (namespace === 'kube-system' && /^(?:apiserver|kube)-/.test(name));
  return kind === 'Lease' && isOfPart;
}
