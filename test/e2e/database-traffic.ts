// In: a cluster where the operator of Databases runs. Out: whether each request was answered as it ought to be, in both
// versions. Called by tests in which managers come and go meanwhile.

import { Database, DatabaseV1Beta1 } from '../../apps/database/api.ts';
import type { StoredObject } from '../../lib/api/index.ts';
import { ApiError, type Client, HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import type { Cluster } from '../../lib/testing/index.ts';
import { until } from '../until.ts';

/** How many ask at the same time. */
export const clientCount = 3;

/** Clients that ask one after the other, without a pause, for one Database in the namespace `default` and about others. */
export class DatabaseTraffic {
  /** What wasn't answered: when it ended, since the start, and how. */
  readonly failures: string[] = [];
  /** What was answered otherwise than it ought to be: likewise. */
  readonly wrongAnswers: string[] = [];
  readonly #client: Client;
  readonly #name: string;
  readonly #startedAtMs = systemClock.monotonic();
  readonly #clients: readonly Promise<void>[];
  /** How often each client has asked for all, and been answered as it ought to be, since something last went wrong. */
  readonly #goodRounds = Array.from({ length: clientCount }, () => 0);
  #isOver = false;

  /** @param name - of a Database of PostgreSQL */
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
   * Resolves when each client, from now on, has asked for all ten times in a row and been answered as it ought to be.
   *
   * @throws Error with what has gone wrong so far, if it isn't so within two minutes.
   */
  async goesOn(): Promise<void> {
    this.#goodRounds.fill(0);
    try {
      await until('each client is answered', () => this.#goodRounds.every((count) => count >= 10));
    } catch (error) {
      throw new Error([...this.wrongAnswers, ...this.failures].join('\n'), { cause: error });
    }
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
  async #written(annotation: string, value: string): Promise<boolean> {
    const key = { namespace: 'default', name: this.#name };
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
