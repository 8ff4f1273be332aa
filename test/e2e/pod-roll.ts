// Watches pods of a cluster while they are replaced, and reports the availability meanwhile.

import { builtInKind, conditionsOf, type StoredObject } from '../../lib/api/index.ts';
import { HttpClient, loadCredentials, type Selection } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import type { Cluster } from '../../lib/testing/index.ts';
import { kubectl } from '../kubectl.ts';

/** The limit for all pods together: far longer than on any machine. */
const patienceSeconds = 600;

/** The replacement of pods by others of the same names. */
export class PodRoll implements AsyncDisposable {
  readonly #client: HttpClient;
  readonly #selection: Selection;
  readonly #resourceVersion: string;
  /** Name → uid before. */
  readonly #before: ReadonlyMap<string, string>;

  /** Records the current pods. Must be called before the change that replaces them. */
  static async of(cluster: Cluster, selection: Selection): Promise<PodRoll> {
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig: cluster.kubeconfig });
    const client = new HttpClient(credentials, { clock: systemClock });
    const { items, resourceVersion } = await client.list(podKind(), selection);
    return new PodRoll(client, { selection, resourceVersion, pods: items });
  }

  /**
   * Deletes a pod, and resolves when its replacement is Ready.
   *
   * @param options - further arguments of `kubectl delete`.
   * @throws Error if it takes too long
   */
  static async replace(
    cluster: Cluster,
    { namespace, name }: { namespace: string; name: string },
    options: readonly string[] = [],
  ): Promise<void> {
    await using roll = await PodRoll.of(cluster, { namespace, fieldSelector: `metadata.name=${name}` });
    await kubectl(cluster, ['delete', 'pod', name, '-n', namespace, '--wait=false', ...options]);
    await roll.mostDown();
  }

  private constructor(
    client: HttpClient,
    start: { selection: Selection; resourceVersion: string; pods: readonly StoredObject[] },
  ) {
    this.#client = client;
    this.#selection = start.selection;
    this.#resourceVersion = start.resourceVersion;
    this.#before = new Map(start.pods.map(({ metadata }) => [metadata.name, metadata.uid]));
  }

  /**
   * Resolves when each pod has a replacement that is Ready.
   *
   * @returns the largest number of pods that were not Ready at the same time, since before the change.
   * @throws Error if it takes more than ten minutes.
   */
  async mostDown(): Promise<number> {
    const down = new Set<string>();
    const waiting = new Set(this.#before.keys());
    let most = 0;
    const options = { resourceVersion: this.#resourceVersion, timeoutSeconds: patienceSeconds, ...this.#selection };
    for await (const event of this.#client.watch(podKind(), options)) {
      if (event.type === 'BOOKMARK') continue;
      const { name, uid } = event.object.metadata;
      const isUp = event.type !== 'DELETED' && isReady(event.object);
      if (isUp) down.delete(name);
      else down.add(name);
      most = Math.max(most, down.size);
      if (isUp && uid !== this.#before.get(name)) waiting.delete(name);
      if (waiting.size === 0) return most;
    }
    throw new Error(`not replaced within ${patienceSeconds} s: ${[...waiting].join(', ')}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close();
  }
}

function podKind() {
  const kind = builtInKind({ group: '', version: 'v1', kind: 'Pod' });
  if (kind === undefined) throw new Error('pods are not among the built-in kinds');
  return kind;
}

function isReady({ metadata, status }: StoredObject): boolean {
  if (metadata.deletionTimestamp !== undefined) return false;
  return conditionsOf(status).some((condition) => condition.type === 'Ready' && condition.status === 'True');
}
