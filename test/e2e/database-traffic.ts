// Sends requests in both versions to the operator of Databases, and records failures and wrong answers. Called by tests
// that replace managers meanwhile.

import { Database, DatabaseV1Beta1 } from '../../apps/database/api.ts';
import type { StoredObject } from '../../lib/api/index.ts';
import { ApiError, type Client, HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import type { Cluster } from '../../lib/testing/index.ts';
import { until } from '../until.ts';

/** The number of concurrent clients. */
export const clientCount = 3;

/**
 * Clients that send requests one after the other, without a pause, for one Database in the namespace `default` and for
 * others.
 */
export class DatabaseTraffic {
  /** The failed requests: the time since the start, and the error. */
  readonly failures: string[] = [];
  /** The wrong answers: the time since the start, and the request. */
  readonly wrongAnswers: string[] = [];
  readonly #client: Client;
  readonly #name: string;
  readonly #startedAtMs = systemClock.monotonic();
  readonly #clients: readonly Promise<void>[];
  /** For each client, the number of rounds with right answers since the last failure. */
  readonly #goodRounds = Array.from({ length: clientCount }, () => 0);
  #isOver = false;

  /** @param name - the name of a Database of PostgreSQL */
  static async start(cluster: Cluster, name: string): Promise<DatabaseTraffic> {
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig: cluster.kubeconfig });
    return new DatabaseTraffic(new HttpClient(credentials, { clock: systemClock }), name);
  }

  private constructor(client: Client, name: string) {
    this.#client = client;
    this.#name = name;
    this.#clients = Array.from({ length: clientCount }, (_, number) => this.#ask(number));
  }

  /**
   * Resolves when each client has had ten rounds of right answers from now on.
   *
   * @throws Error with all failures so far, if that takes more than two minutes.
   */
  async succeeds(): Promise<void> {
    this.#goodRounds.fill(0);
    try {
      await until('each client gets right answers', () => this.#goodRounds.every((count) => count >= 10));
    } catch (error) {
      throw new Error([...this.wrongAnswers, ...this.failures].join('\n'), { cause: error });
    }
  }

  /** Stops after the running requests. Idempotent. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
    await this.#client.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #ask(number: number): Promise<void> {
    for (let round = 0; !this.#isOver; round += 1) {
      const isGood = [
        await this.#isAnswered('a default', () => this.#defaulted()),
        await this.#isAnswered('a write', () => this.#written(`example.com/client-${number}`, String(round))),
        await this.#isAnswered('a refusal', () => this.#refused()),
      ].every(Boolean);
      this.#goodRounds[number] = isGood ? (this.#goodRounds[number] ?? 0) + 1 : 0;
    }
  }

  async #isAnswered(what: string, isRight: () => Promise<boolean>): Promise<boolean> {
    const time = () => `after ${Math.round(systemClock.monotonic() - this.#startedAtMs)} ms`;
    try {
      if (await isRight()) return true;
      this.wrongAnswers.push(`${time()}, ${what} is wrong`);
    } catch (error) {
      this.failures.push(`${time()}, ${what}: ${String(error)}`);
    }
    return false;
  }

  /** The webhook, which knows the newer version, defaults the fields of the older one. */
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

  /** A value in the newer version is read in the older one. */
  async #written(annotation: string, value: string): Promise<boolean> {
    const key = { namespace: 'default', name: this.#name };
    const body = { metadata: { annotations: { [annotation]: value } } };
    await this.#client.patch(Database.definition, key, { type: 'merge', body });
    const read = await this.#client.get(DatabaseV1Beta1.definition, key);
    return hasFields(read.spec, { dbType: 'postgresql' }) && read.metadata.annotations?.[annotation] === value;
  }

  /** The webhook rejects a wrong value. */
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
