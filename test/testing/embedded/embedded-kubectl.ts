import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '../../../lib/api/index.ts';
import { locateBinaries } from '../../../lib/testing/control-plane/binary.ts';
import { EmbeddedCluster, type EmbeddedClusterOptions } from '../../../lib/testing/index.ts';

/** The result of one run of kubectl. */
export interface KubectlRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** kubectl, as admin of an embedded cluster of its own. */
export class EmbeddedKubectl implements AsyncDisposable {
  readonly cluster: EmbeddedCluster;
  readonly #program: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #home: string;

  static async start(options?: EmbeddedClusterOptions): Promise<EmbeddedKubectl> {
    const { kubectl } = await locateBinaries('current', ['kubectl'], AbortSignal.timeout(1_800_000));
    const cluster = await EmbeddedCluster.start(options);
    const { kubeconfig } = await cluster.listen();
    const home = await mkdtemp(join(tmpdir(), 'embedded-kubectl-'));
    return new EmbeddedKubectl(cluster, kubectl, { home, kubeconfig });
  }

  private constructor(cluster: EmbeddedCluster, program: string, files: { home: string; kubeconfig: string }) {
    this.cluster = cluster;
    this.#program = program;
    this.#home = files.home;
    this.#env = { PATH: process.env.PATH, HOME: files.home, KUBECONFIG: files.kubeconfig };
  }

  /** Runs kubectl; an object or a text is its standard input. */
  async run(args: readonly string[], input?: JsonObject | string, env: NodeJS.ProcessEnv = {}): Promise<KubectlRun> {
    const child = spawn(this.#program, args, { env: { ...this.#env, ...env } });
    const ended = Promise.withResolvers<number | null>();
    child.once('error', ended.reject);
    child.once('close', ended.resolve);
    // kubectl may end before it reads its input; its exit code shows if that is a failure.
    child.stdin.on('error', () => undefined);
    child.stdin.end(typeof input === 'object' ? JSON.stringify(input) : input);
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended.promise]);
    return { stdout, stderr, exitCode: code ?? -1 };
  }

  /** Returns what kubectl prints. @throws Error if it fails. */
  async print(args: readonly string[], input?: JsonObject, env?: NodeJS.ProcessEnv): Promise<string> {
    const { stdout, stderr, exitCode } = await this.run(args, input, env);
    if (exitCode !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
    return stdout;
  }

  /** Yields the lines that kubectl prints, and ends it when no more are read. */
  async *lines(args: readonly string[]): AsyncGenerator<string> {
    const child = spawn(this.#program, args, { env: this.#env, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      yield* createInterface({ input: child.stdout });
    } finally {
      child.kill();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.cluster.stop();
    await rm(this.#home, { recursive: true, force: true });
  }
}
