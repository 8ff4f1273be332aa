// Starts database servers of the test images as processes of this machine. Called by the tests of the backup program.

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { EngineName } from '../../../apps/database-backup/task.ts';
import { freePort } from '../../../lib/testing/control-plane/taken-run-directory.ts';
import { ImageRoot } from '../images/image-root.ts';
import { workloads } from '../images/workload.ts';
import { workloadImage } from '../images/workload-image.ts';

/** The differences between servers. */
interface Kind {
  readonly image: 'postgresql' | 'mysql';
  readonly env: Readonly<Record<string, string>>;
  readonly args: (port: number) => readonly string[];
  /** The line of its log from which on it answers. */
  readonly ready: string;
  readonly client: (database: string | undefined) => readonly string[];
  readonly account: string;
}

const data = '/var/lib/data/server';
const passwordFile = '/var/lib/data/password';
export const password = `it's a "secret" \\ `;

const kinds: Readonly<Record<EngineName, Kind>> = {
  postgresql: {
    image: 'postgresql',
    env: { PGDATA: data, POSTGRES_PASSWORD_FILE: passwordFile, PGPASSWORD: password },
    args: (port) => ['postgres', `--port=${port}`, '--listen_addresses=127.0.0.1', '--fsync=off'],
    ready: 'database system is ready to accept connections',
    client: (database = 'postgres') => [
      'psql',
      '-v',
      'ON_ERROR_STOP=1',
      '-qAtX',
      '-h',
      '127.0.0.1',
      '-U',
      'postgres',
      '-d',
      database,
    ],
    account: 'postgres',
  },
  mariadb: {
    image: 'mysql',
    env: { MYSQL_ROOT_PASSWORD_FILE: passwordFile, MYSQL_PWD: password },
    args: (port) => [
      'mysqld',
      '--no-defaults',
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--datadir=${data}`,
      '--socket=/tmp/s',
    ],
    ready: 'ready for connections',
    client: (database) => [
      'mariadb',
      '--no-defaults',
      '-nBN',
      '-h',
      '127.0.0.1',
      '-u',
      'root',
      ...(database === undefined ? [] : [database]),
    ],
    account: 'root',
  },
};

/** A server with its own files, on a port of this machine. */
export class LocalServer implements AsyncDisposable {
  readonly port: number;
  readonly #kind: Kind;
  readonly #root: ImageRoot;
  #process: ChildProcessWithoutNullStreams;

  /** Starts an empty server. */
  static async start(engine: keyof typeof kinds): Promise<LocalServer> {
    const kind = kinds[engine];
    const { user } = workloads[kind.image].account;
    const root = await ImageRoot.unpack(await workloadImage(kind.image), user);
    await mkdir(root.path('/var/lib/data'));
    await writeFile(root.path(passwordFile), password);
    await chown(root.path('/var/lib/data'), user, user);
    const port = await freePort();
    const server = new LocalServer(kind, root, port);
    await server.#ready();
    return server;
  }

  private constructor(kind: Kind, root: ImageRoot, port: number) {
    [this.#kind, this.#root, this.port] = [kind, root, port];
    this.#process = this.#startServer();
  }

  /** The variables of the program for the administrator. */
  get account(): Readonly<Record<string, string>> {
    return { USERNAME: this.#kind.account, PASSWORD: password };
  }

  /** Runs statements. @returns the lines of their output. @throws Error with the client's error if one fails */
  async query(sql: string, database?: string): Promise<readonly string[]> {
    const client = this.start(sql, database);
    const [output, errors] = [client.stdout.toArray(), client.stderr.toArray()];
    const [code] = await once(client, 'close');
    if (code !== 0) throw new Error(`${sql}: ${Buffer.concat(await errors).toString()}`);
    return Buffer.concat(await output)
      .toString()
      .split('\n')
      .slice(0, -1);
  }

  /** Starts a client that runs statements. */
  start(sql: string, database?: string): ChildProcessWithoutNullStreams {
    const { client, env } = this.#kind;
    const [name = '', ...args] = client(database);
    const port = name === 'psql' ? '-p' : '-P';
    const process = this.#root.start([name, ...args, port, String(this.port)], env);
    process.stdin.end(sql);
    return process;
  }

  /** Ends the server and its connections at once. */
  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    this.#process.kill('SIGKILL');
    await once(this.#process, 'close');
  }

  /** Starts a killed server again. */
  async restart(): Promise<void> {
    this.#process = this.#startServer();
    await this.#ready();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await this.#root[Symbol.asyncDispose]();
  }

  #startServer(): ChildProcessWithoutNullStreams {
    return this.#root.start(['/usr/local/bin/entrypoint', ...this.#kind.args(this.port)], this.#kind.env);
  }

  async #ready(): Promise<void> {
    const seen: string[] = [];
    for await (const line of createInterface(this.#process.stderr)) {
      seen.push(line);
      if (line.includes(this.#kind.ready)) return;
    }
    throw new Error(`the server ended: ${seen.slice(-5).join('\n')}`);
  }
}
