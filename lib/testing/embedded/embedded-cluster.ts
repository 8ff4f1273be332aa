// In: options. Out: a running embedded cluster. Owns no logic: it connects store, registry, requests and controllers. Called by
// tests and demos.

import type { JsonObject } from '../../api/index.ts';
import { type Clock, systemClock } from '../../clock/index.ts';
import { EmbeddedApiServer } from './api-server.ts';
import { DefinitionController } from './controller/definition-controller.ts';
import { GarbageCollector } from './controller/garbage-collector.ts';
import { NamespaceController } from './controller/namespace-controller.ts';
import { convertedByWebhook } from './custom/conversion-webhook.ts';
import { Registry } from './registry.ts';
import type { EmbeddedAnswer, EmbeddedRequest } from './request.ts';
import { ServerState } from './server-state.ts';
import { ObjectStorage } from './store/store.ts';
import { createObject } from './write/object-write.ts';

/** Options of {@link EmbeddedCluster.start}. */
export interface EmbeddedClusterOptions {
  /** @default the system's clock */
  readonly clock?: Clock | undefined;
}

const namespaceNames = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/** An API server in memory, with the controllers that belong to it. */
export class EmbeddedCluster implements AsyncDisposable {
  readonly #state: ServerState;
  readonly #server: EmbeddedApiServer;

  static async start({ clock = systemClock }: EmbeddedClusterOptions = {}): Promise<EmbeddedCluster> {
    const cluster = new EmbeddedCluster(clock);
    for (const name of namespaceNames) await cluster.#createNamespace(name);
    return cluster;
  }

  private constructor(clock: Clock) {
    const store = new ObjectStorage();
    const registry = new Registry({ now: () => clock.now(), convert: convertedByWebhook });
    this.#state = new ServerState(store, registry, clock);
    this.#server = new EmbeddedApiServer(this.#state);
    new DefinitionController(this.#state, (collection) => this.#server.endWatches(collection));
    const collector = new GarbageCollector(this.#state);
    const namespaces = new NamespaceController(this.#state);
    store.subscribeAll(() => {
      collector.schedule();
      namespaces.schedule();
    });
  }

  /** Answers one request. */
  answer(request: EmbeddedRequest): Promise<EmbeddedAnswer> {
    return this.#server.answer(request);
  }

  /** Forgets the history of changes, as etcd's compaction does: older resource versions and tokens of lists expire. */
  compact(): void {
    this.#state.store.compact();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** Ends all watches. Idempotent. */
  async stop(): Promise<void> {
    this.#server.close();
  }

  async #createNamespace(name: string): Promise<void> {
    const type = this.#state.registry.find('', 'v1', 'namespaces');
    if (type === undefined) throw new Error('the data of the embedded API server has no namespaces');
    const options = {
      isDryRun: false,
      fieldManager: 'kube-apiserver',
      fieldValidation: 'Strict',
      isForced: false,
    } as const;
    const object: JsonObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
    await createObject(this.#state, { type, namespace: undefined, name, subresource: '', options }, { object });
  }
}
