// Writes rows to a PostgreSQLCluster as a client does, and reports which acknowledged ones it lost, and the longest time
// without an acknowledgement. Called by the drills.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Cluster } from '../../../lib/testing/index.ts';
import { kubectl } from '../../kubectl.ts';
import { until } from '../../until.ts';
import { startClient } from './database-client.ts';

const program = fileURLToPath(new URL('writer.py', import.meta.url));
const certificateProgram = fileURLToPath(new URL('served-certificates.py', import.meta.url));
const name = 'writer';

/** The fate of the rows of some time. */
export interface RowReport {
  /** Number of rows whose commit the servers acknowledged. */
  readonly acknowledged: number;
  /** The acknowledged rows that are gone. */
  readonly lost: readonly number[];
  /** The longest time between two acknowledgements. */
  readonly outageMs: number;
}

/** A client that writes through the Service of the primary without an end. */
export class AcknowledgedRows {
  readonly #cluster: Cluster;
  readonly #namespace: string;

  /** Starts the client; resolves when rows are acknowledged. @param secret - `namespace/name` of the connection */
  static async start(cluster: Cluster, secret: string): Promise<AcknowledgedRows> {
    await startClient(cluster, { name, command: ['python3', '-c', await readFile(program, 'utf8')], secret });
    const rows = new AcknowledgedRows(cluster, secret.split('/')[0] ?? '');
    await rows.flow();
    return rows;
  }

  private constructor(cluster: Cluster, namespace: string) {
    [this.#cluster, this.#namespace] = [cluster, namespace];
  }

  /** Returns the number of the last acknowledged row. */
  async last(): Promise<number> {
    return lineOf(await kubectl(this.#cluster, ['logs', name, '-n', this.#namespace, '--tail=1'])).number;
  }

  /** Returns the digests of the certificates that servers serve, each once. @param hosts - their addresses */
  async certificates(hosts: readonly string[]): Promise<readonly string[]> {
    const source = await readFile(certificateProgram, 'utf8');
    const command = ['python3', '-c', source, ...hosts];
    const { stdout, stderr, exitCode } = await this.#cluster.exec({ namespace: this.#namespace, name }, command);
    if (exitCode !== 0) throw new Error(`the certificates can't be read: ${stderr}`);
    return [...new Set(stdout.trim().split('\n'))];
  }

  /** Resolves when more rows are acknowledged. */
  async flow(): Promise<void> {
    const before = await this.last();
    await until('rows are acknowledged', async () => (await this.last()) > before + 20);
  }

  /** Returns the numbers of all rows that the primary has. */
  async stored(): Promise<ReadonlySet<number>> {
    const address = { namespace: this.#namespace, name };
    const command = ['psql', '-Atc', 'SELECT id FROM acknowledged'];
    const { stdout, stderr, exitCode } = await this.#cluster.exec(address, command);
    if (exitCode !== 0) throw new Error(`the rows can't be read: ${stderr}`);
    return new Set(stdout.split('\n').map(Number));
  }

  /** Returns the report of the rows from a number on. */
  async since(number: number): Promise<RowReport> {
    const address = { namespace: this.#namespace, name };
    const lines = (await this.#cluster.logs(address)).trimEnd().split('\n').map(lineOf);
    const stored = await this.stored();
    const rows = lines.filter((line) => line.number >= number);
    const pauses = rows.map(({ atMs }, index) => atMs - (rows[index - 1]?.atMs ?? atMs));
    return {
      acknowledged: rows.length,
      lost: lines.filter((line) => !stored.has(line.number)).map((line) => line.number),
      outageMs: Math.max(0, ...pauses),
    };
  }
}

function lineOf(text: string): { number: number; atMs: number } {
  const [number = 0, atMs = 0] = text.trim().split(' ').map(Number);
  return { number, atMs };
}
