// In: the sources of this checkout. Out: a copy of them in which a test plants bugs, beside a cluster of its own. Created by the test
// that plants bugs.

import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EmbeddedCluster } from '../../lib/testing/index.ts';
import { type FaultCredentials, preparedCredentials, runFaults } from './fault-process.ts';
import type { PlantedBug } from './planted-bug.ts';

/** The first seed gives each client the rarer faults early, such as a swapped certificate. Which requests they meet varies. */
const seeds = [35, 36, 37];

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A copy of the library and its tests, and an embedded cluster for its runs. */
export class LibraryCopy implements AsyncDisposable {
  readonly #directory: string;
  readonly #cluster: EmbeddedCluster;
  readonly #credentials: FaultCredentials;

  static async create(): Promise<LibraryCopy> {
    const directory = await mkdtemp(join(tmpdir(), 'operand-planted-'));
    const filter = (path: string) => basename(path) !== 'node_modules';
    await Promise.all(
      ['lib', 'test', 'package.json'].map((name) =>
        cp(join(root, name), join(directory, name), { recursive: true, filter }),
      ),
    );
    await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
    await symlink(join(root, 'lib/node_modules'), join(directory, 'lib/node_modules'));
    const cluster = await EmbeddedCluster.start({ workloads: 'none' });
    const { kubeconfig } = await cluster.listen();
    const credentials = await preparedCredentials(kubeconfig, cluster);
    cluster.compact();
    return new LibraryCopy(directory, cluster, credentials);
  }

  private constructor(directory: string, cluster: EmbeddedCluster, credentials: FaultCredentials) {
    this.#directory = directory;
    this.#cluster = cluster;
    this.#credentials = credentials;
  }

  /**
   * Returns the harness's error for the copy; undefined if there is none.
   *
   * @param patienceMs - the time in which a library without progress must recover. @default that of fault runs
   */
  async failure(harness: PlantedBug['harness'], patienceMs?: number): Promise<string | undefined> {
    if (harness !== 'faults') return testFailure(join(this.#directory, 'test', harness));
    for (const seed of seeds) {
      const size = { seed, faultCount: 350, clientCount: 3 };
      const { report, errors } = await runFaults({
        ...this.#credentials,
        ...size,
        directory: this.#directory,
        patienceMs,
      });
      if (report === undefined) return errors;
    }
    return undefined;
  }

  /** Returns the error of the bug's harness for a copy with the bug. @throws Error if the bug has no place in the library. */
  async failureOf({ file, sound, faulty, harness }: PlantedBug): Promise<string | undefined> {
    const path = join(this.#directory, 'lib', file);
    const text = await readFile(path, 'utf8');
    if (text.split(sound).length !== 2) throw new Error(`${file} has changed: plant this bug elsewhere`);
    await writeFile(
      path,
      text.replace(sound, () => faulty),
    );
    try {
      return await this.failure(harness, 4000);
    } finally {
      await writeFile(path, text);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cluster.stop();
    await rm(this.#directory, { recursive: true });
  }
}

function testFailure(path: string): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  // The variable marks a test file as part of another run.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  // A library with a bug may never end, and may ignore signals that can be caught.
  const bounds = { timeout: 120_000, killSignal: 'SIGKILL' } as const;
  execFile(process.execPath, ['--test-reporter=spec', path], { ...bounds, env }, (error, output) =>
    resolve(error === null ? undefined : error.killed ? `${output}\nno end after ${bounds.timeout} ms` : output),
  );
  return promise;
}
