// Runs the process of an installed app, kills it at a planned write, and starts the next. It works through a proxy,
// which sees each write before and after the API server does. Used by the tests of crashes.

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OperatorProcess } from '../../lib/testing/index.ts';
import type { InstalledOperator } from '../apps/installed-operator.ts';
import { ApiProxy } from '../proxy/api-proxy.ts';
import type { ProxiedExchange } from '../proxy/proxied-exchange.ts';

/**
 * The effect on a write. `killed-before` and `killed-after`: the process is killed when the write is on its way, or
 * when the API server has done it and before the response arrives. `answer-lost`: the process continues, and never
 * receives the response.
 */
export interface Strike {
  /** The number of the write, from 0, or the title of the first one with that title. */
  readonly at: number | string;
  readonly how: 'killed-before' | 'killed-after' | 'answer-lost';
}

/** Options of a {@link MortalOperator}. */
export interface MortalOperatorOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * An operator whose process is killed at a planned write, and then started again, as a Deployment would. It runs
 * bundled, as in its image: hundreds of starts take less than half the time that way.
 */
export class MortalOperator implements AsyncDisposable {
  readonly #installed: InstalledOperator;
  readonly #options: MortalOperatorOptions;
  readonly #proxy: ApiProxy;
  /** The directory of the bundled program. */
  readonly #bundle: string;
  #process: Promise<OperatorProcess> | undefined;
  #strike: Strike | undefined;
  #writes: string[] = [];
  #struck: string | undefined;

  static async start(installed: InstalledOperator, options: MortalOperatorOptions = {}): Promise<MortalOperator> {
    const bundle = await mkdtemp(join(tmpdir(), 'operand-crash-'));
    await promisify(execFile)(process.execPath, [installed.program, 'build', '--output', bundle]);
    const proxy = await ApiProxy.start(installed.controlPlane, (exchange) => operator.#pass(exchange));
    const operator: MortalOperator = new MortalOperator({ installed, options, bundle, proxy });
    operator.#process = operator.#run();
    try {
      await operator.ready();
      return operator;
    } catch (error) {
      await operator[Symbol.asyncDispose]();
      throw error;
    }
  }

  private constructor(parts: {
    readonly installed: InstalledOperator;
    readonly options: MortalOperatorOptions;
    readonly bundle: string;
    readonly proxy: ApiProxy;
  }) {
    this.#installed = parts.installed;
    this.#options = parts.options;
    this.#bundle = parts.bundle;
    this.#proxy = parts.proxy;
  }

  /** The attempted writes since {@link aim}: `apply deployments`, `patch databases/status`. */
  get writes(): readonly string[] {
    return this.#writes;
  }

  /** The write that has been struck. */
  get struck(): string | undefined {
    return this.#struck;
  }

  /** Counts writes from now on, of all processes, and strikes one of them. */
  aim(strike?: Strike): void {
    this.#writes = [];
    this.#struck = undefined;
    this.#strike = strike;
  }

  /** Resolves when the current process is ready. */
  async ready(): Promise<void> {
    for (;;) {
      const process = this.#process;
      try {
        await (await process)?.ready();
      } catch (error) {
        // A process that has been struck has ended as planned.
        if (process === this.#process) throw error;
      }
      if (process === this.#process) return;
    }
  }

  /** Kills the process, runs an action while there is none, and starts the next. Resolves when it is ready. */
  async replace(meanwhile: () => Promise<unknown>): Promise<void> {
    await (await this.#process)?.kill();
    await meanwhile();
    this.#process = this.#run();
    try {
      await this.ready();
    } catch (error) {
      // A process that loses the connection before its work begins ends with an error, and is started again.
      if (this.#strike?.how !== 'answer-lost') throw error;
      this.#process = this.#run();
      await this.ready();
    }
  }

  /** The output of the current process. */
  async log(): Promise<string> {
    return (await (await this.#process)?.log()) ?? '';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#process)?.kill();
    await this.#proxy.stop();
    await rm(this.#bundle, { recursive: true });
  }

  async #run(): Promise<OperatorProcess> {
    const { controlPlane, kubeconfig } = this.#installed;
    return await OperatorProcess.start(controlPlane, {
      program: join(this.#bundle, 'main.mjs'),
      kubeconfig: await this.#proxy.kubeconfig(kubeconfig),
      ...this.#options,
    });
  }

  async #pass(exchange: ProxiedExchange): Promise<void> {
    const title = titleOf(exchange);
    const index = exchange.isWrite && !isAside(title) ? this.#writes.push(title) - 1 : undefined;
    const strike = index === undefined || this.#struck !== undefined ? undefined : this.#strike;
    if (strike === undefined || (strike.at !== index && strike.at !== title)) {
      await exchange.forward();
      return;
    }
    this.#struck = title;
    const { how } = strike;
    if (how !== 'killed-before') await exchange.execute();
    if (how !== 'answer-lost') await this.#die();
    exchange.drop();
  }

  async #die(): Promise<void> {
    const last = await this.#process;
    const dead = last?.kill();
    this.#process = dead?.then(() => this.#run());
    await dead;
  }
}

/** Returns true for a write that does not change the state of the cluster. */
function isAside(title: string): boolean {
  return / (leases|events)$/.test(title);
}

const verbs: Readonly<Record<string, string>> = { POST: 'create', DELETE: 'delete' };

function titleOf({ method, path, query, headers }: ProxiedExchange): string {
  const [, plural = path, subresource] =
    /^\/(?:api|apis\/[^/]+)\/[^/]+(?:\/namespaces\/[^/]+)?\/([^/]+)(?:\/[^/]+(?:\/([^/]+))?)?$/.exec(path) ?? [];
  const verb = verbs[method] ?? (headers['content-type']?.includes('apply') === true ? 'apply' : 'patch');
  const trial = query.has('dryRun') ? ' (dry run)' : '';
  return `${verb} ${plural}${subresource === undefined ? '' : `/${subresource}`}${trial}`;
}
