// Sends requests to database servers as their administrator, from a pod with clients.

import type { Cluster } from '../../lib/testing/index.ts';
import type { ClientPod } from './client-pod.ts';

/** A server's protocol → the shell command of its client, which reads standard input. */
const lines = {
  postgresql: (host: string, password: string) =>
    `PGPASSWORD='${password}' psql --host=${host} --username=postgres --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1`,
  mysql: (host: string, password: string) =>
    `MYSQL_PWD='${password}' mariadb --host=${host} --user=root --batch --skip-column-names`,
  mongodb: (host: string, password: string) => {
    const url = `mongodb://admin:${password}@${host}/?directConnection=true`;
    return `python3 -c 'import pymongo, sys; client = pymongo.MongoClient("${url}"); exec(sys.stdin.read())'`;
  },
} as const;

/** Returns the password that a server has created for its administrator. @param pod - `namespace/name` */
export async function ownPassword(cluster: Cluster, pod: string): Promise<string> {
  const [namespace = '', name = ''] = pod.split('/');
  const { stdout } = await cluster.exec({ namespace, name }, ['cat', '/run/database/password']);
  return stdout.trim();
}

/** The administrator of the servers of one Database, which it addresses by their DNS names. */
export class DatabaseAdministrator {
  readonly #client: ClientPod;
  readonly #key: string;
  readonly #line: (host: string, password: string) => string;

  /** @param key - `namespace/name` of the Database. */
  constructor(client: ClientPod, key: string, engine: keyof typeof lines) {
    this.#client = client;
    this.#key = key;
    this.#line = lines[engine];
  }

  /**
   * Sends SQL to a server, or Python with the `client` of a document database.
   *
   * @param server - its number, from 0.
   * @returns the output.
   * @throws Error with the client's error, such as for a wrong password.
   */
  async ask(server: number, password: string, words: string): Promise<string> {
    const [namespace = '', name = ''] = this.#key.split('/');
    const host = `${name}-${server}.${name}-headless.${namespace}.svc`;
    return (await this.#client.shell(this.#line(host, password), words)).trim();
  }
}
