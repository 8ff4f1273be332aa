// In: a cluster where the operator of Databases runs. Out: whether each request was answered as it ought to be, in both
// versions. Called by tests in which managers come and go meanwhile.

import { Database, DatabaseV1Beta1 } from '../../apps/database/api.ts';
import type { StoredObject } from '../../lib/api/index.ts';
import { ApiError, type Client, HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import type { Cluster } from '../../lib/testing/index.ts';

/** How many ask at the same time. */
export const clientCount = 3;

/** Clients that ask one after the other, without a pause, for one Database in the namespace `default` and about others. */
export class DatabaseTraffic {
  /** What wasn't answered as it ought to be: when, since the start, and how. */
  readonly failures: string[] = [];
  /** How often all has been asked. */
  roundCount = 0;
  readonly #client: Client;
  readonly #name: string;
  readonly #startedAtMs = systemClock.monotonic();
  readonly #clients: readonly Promise<void>[];
  #isOver = false;

  /** @param name - of a Database of PostgreSQL */
  static async start(cluster: Cluster, name: string): Promise<DatabaseTraffic> {
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig: cluster.kubeconfig });
    return new DatabaseTraffic(new HttpClient(credentials, { clock: systemClock }), name);
  }

  private constructor(client: Client, name: string) {
    this.#client = client;
    this.#name = name;
    this.#clients = Array.from({ length: clientCount }, (_, number) => this.#ask(`example.com/client-${number}`));
  }

  /** Ends it, when what is under way has been answered. Idempotent. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
    await this.#client.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #ask(annotation: string): Promise<void> {
    while (!this.#isOver) {
      await this.#expect('a default', () => this.#defaulted());
      await this.#expect('a write', () => this.#written(annotation));
      await this.#expect('a refusal', () => this.#refused());
      this.roundCount += 1;
    }
  }

  async #expect(what: string, isSo: () => Promise<boolean>): Promise<void> {
    try {
      if (await isSo()) return;
      this.#note(`${what} is wrong`);
    } catch (error) {
      this.#note(`${what}: ${String(error)}`);
    }
  }

  #note(failure: string): void {
    this.failures.push(`after ${Math.round(systemClock.monotonic() - this.#startedAtMs)} ms, ${failure}`);
  }

  /** What is left out in the older version is filled in by the webhook, which knows the newer one. */
  async #defaulted(): Promise<boolean> {
    const { spec } = await this.#client.create(
      DatabaseV1Beta1.definition,
      {
        apiVersion: 'example.com/v1beta1',
        kind: 'Database',
        metadata: { namespace: 'default', name: 'never-stored' },
        spec: { dbType: 'mongodb', version: '7.0' },
      },
      { dryRun: true },
    );
    return hasFields(spec, { dbType: 'mongodb', storage: '20Gi' });
  }

  /** What is written in the newer version is read in the older one. */
  async #written(annotation: string): Promise<boolean> {
    const key = { namespace: 'default', name: this.#name };
    const value = String(this.roundCount);
    const body = { metadata: { annotations: { [annotation]: value } } };
    await this.#client.patch(Database.definition, key, { type: 'merge', body });
    const read = await this.#client.get(DatabaseV1Beta1.definition, key);
    return hasFields(read.spec, { dbType: 'postgresql' }) && read.metadata.annotations?.[annotation] === value;
  }

  /** What the webhook refuses isn't written. */
  async #refused(): Promise<boolean> {
    const key = { namespace: 'default', name: this.#name };
    const body = { spec: { config: { port: '1' } } };
    try {
      await this.#client.patch(DatabaseV1Beta1.definition, key, { type: 'merge', body });
      return false;
    } catch (error) {
      if (ApiError.is(error) && error.serverMessage.includes('is set by the operator')) return true;
      throw error;
    }
  }
}

function hasFields(spec: StoredObject['spec'], wanted: Readonly<Record<string, string>>): boolean {
  const found = new Map(Object.entries(spec ?? {}));
  return Object.entries(wanted).every(([name, value]) => found.get(name) === value);
}
