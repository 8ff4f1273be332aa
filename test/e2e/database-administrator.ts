// In: a pod with clients of databases, and the password of an administrator. Out: what servers answer that administrator.

import type { Cluster } from '../../lib/testing/index.ts';
import type { ClientPod } from './client-pod.ts';

/** A server's language → the shell's line that speaks it, with what is to be said on standard input. */
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

/** The password that a server has made for its administrator. @param pod - the server's, `namespace/name` */
export async function ownPassword(cluster: Cluster, pod: string): Promise<string> {
  const [namespace = '', name = ''] = pod.split('/');
  const { stdout } = await cluster.exec({ namespace, name }, ['cat', '/run/database/password']);
  return stdout.trim();
}

/** Whoever administers the servers of one Database, and reaches them by their names in the network. */
export class DatabaseAdministrator {
  readonly #client: ClientPod;
  readonly #key: string;
  readonly #line: (host: string, password: string) => string;

  /** @param key - the Database's, `namespace/name`. */
  constructor(client: ClientPod, key: string, engine: keyof typeof lines) {
    this.#client = client;
    this.#key = key;
    this.#line = lines[engine];
  }

  /**
   * Says something to a server: SQL, or Python with the `client` of a document database.
   *
   * @param server - its number, from 0.
   * @returns what it answers.
   * @throws Error with what it says otherwise, also to a wrong password.
   */
  async ask(server: number, password: string, words: string): Promise<string> {
    const [namespace = '', name = ''] = this.#key.split('/');
    const host = `${name}-${server}.${name}-headless.${namespace}.svc`;
    return (await this.#client.shell(this.#line(host, password), words)).trim();
  }
}
