// A PostgreSQL server in which tests create the database `shop`, and hold its dumps up. Called by tests of backups.

import assert from 'node:assert/strict';
import { App, Chart } from 'cdk8s';
import { Database, DatabaseServer } from '../../apps/database/index.ts';
import type { KubernetesObject } from '../../lib/api/index.ts';
import { until } from '../until.ts';
import type { ClientPod } from './client-pod.ts';
import { DatabaseAdministrator } from './database-administrator.ts';
import { passwordSecret } from './referenced-objects.ts';

const password = 'tea';

/** Returns a server with a volume, from the constructs of the database app, and the Secret with its password. */
export function shopServer(namespace: string, name: string): readonly KubernetesObject[] {
  const chart = new Chart(new App(), name, { namespace });
  const passwordFrom = { name: `${name}-password` };
  const spec = { engine: 'postgresql', version: '14.5', replicas: 1, storage: '5Gi', passwordFrom } as const;
  new DatabaseServer(chart, 'Server', { name, ...Database.spec(spec) });
  return [...(chart.toJson() as KubernetesObject[]), passwordSecret(`${namespace}/${name}-password`, password)];
}

/** The administrator of a server. */
export class ShopServer {
  readonly #administrator: DatabaseAdministrator;
  #lock: Promise<unknown> = Promise.resolve();

  /** @param key - `namespace/name` */
  constructor(client: ClientPod, key: string) {
    this.#administrator = new DatabaseAdministrator(client, key, 'postgresql');
  }

  async sql(words: string): Promise<string> {
    return await this.#administrator.ask(0, password, words);
  }

  async inShop(words: string): Promise<string> {
    return await this.sql(`\\connect shop\n${words}`);
  }

  /** Makes dumps wait in the middle, when they have locked the tables, until the server ends or {@link unlock}. */
  async lockOrders(): Promise<void> {
    this.#lock = assert.rejects(
      this.inShop('BEGIN; ALTER SEQUENCE orders_id_seq RENAME TO locked; SELECT pg_sleep(10000);'),
    );
    await this.#counted('the lock is held', "wait_event = 'PgSleep'");
  }

  /** Resolves when a dump waits. */
  async dumpWaits(): Promise<void> {
    await this.#counted('a dump waits for the lock', "wait_event_type = 'Lock'");
  }

  async unlock(): Promise<void> {
    await this.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep';");
    await this.lockEnds();
  }

  /** Resolves when the lock has ended. */
  async lockEnds(): Promise<void> {
    await this.#lock;
  }

  async #counted(what: string, condition: string): Promise<void> {
    await until(
      what,
      async () => (await this.sql(`SELECT count(*) FROM pg_stat_activity WHERE ${condition};`)) === '1',
    );
  }
}
