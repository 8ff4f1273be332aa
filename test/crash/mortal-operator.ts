// Runs the process of an installed app, kills it after a planned write, and starts the next. It works through a proxy,
// which sees each write before and after the API server does. Used by the test of killed processes.

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OperatorProcess } from '../../lib/testing/index.ts';
import type { InstalledOperator } from '../apps/installed-operator.ts';
import { ApiProxy } from '../proxy/api-proxy.ts';
import type { ProxiedExchange } from '../proxy/proxied-exchange.ts';

/** Options of a {@link MortalOperator}. */
export interface MortalOperatorOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * An operator whose process is killed when the API server has done a planned write and before the response arrives, and then started
 * again, as a Deployment would. It runs bundled, as in its image.
 */
export class MortalOperator implements AsyncDisposable {
  readonly #installed: InstalledOperator;
  readonly #options: MortalOperatorOptions;
  readonly #proxy: ApiProxy;
  /** The directory of the bundled program. */
  readonly #bundle: string;
  #process: Promise<OperatorProcess> | undefined;
  #strike: string | undefined;
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

  /** The write that has been struck. */
  get struck(): string | undefined {
    return this.#struck;
  }

  /** Strikes the first write from now on with a title such as `apply deployments` or `patch databases/status`. */
  aim(strike: string | undefined): void {
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
    if (!exchange.isWrite || this.#struck !== undefined || title !== this.#strike) {
      await exchange.forward();
      return;
    }
    this.#struck = title;
    await exchange.execute();
    await this.#die();
    exchange.drop();
  }

  async #die(): Promise<void> {
    const last = await this.#process;
    const dead = last?.kill();
    this.#process = dead?.then(() => this.#run());
    await dead;
  }
}

const verbs: Readonly<Record<string, string>> = { POST: 'create', DELETE: 'delete' };

function titleOf({ method, path, query, headers }: ProxiedExchange): string {
  const [, plural = path, subresource] =
    /^\/(?:api|apis\/[^/]+)\/[^/]+(?:\/namespaces\/[^/]+)?\/([^/]+)(?:\/[^/]+(?:\/([^/]+))?)?$/.exec(path) ?? [];
  const verb = verbs[method] ?? (headers['content-type']?.includes('apply') === true ? 'apply' : 'patch');
  const trial = query.has('dryRun') ? ' (dry run)' : '';
  return `${verb} ${plural}${subresource === undefined ? '' : `/${subresource}`}${trial}`;
}
