import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { foreignTools } from '../foreign-tools.ts';

/** The login of the user `me` with the password `secret`. */
export const htpasswd = 'me:$2a$05$ItzCbd.Ep6BY8jN0Cg5gD.IhjMypnOROyqrbVuaeKuDIBrTEbIRcq\n';

/** The registry of CNCF Distribution on loopback, which most registries are or behave like. */
export class DistributionRegistry {
  readonly host: string;
  readonly #process: ChildProcess;

  private constructor(host: string, process: ChildProcess) {
    this.host = host;
    this.#process = process;
  }

  /** @param directory - an existing one, for its files. @param auth - its configuration of logins. */
  static async start(directory: string, auth: object): Promise<DistributionRegistry> {
    const path = join(directory, 'config.yml');
    const configuration = {
      version: '0.1',
      log: { accesslog: { disabled: true } },
      storage: { filesystem: { rootdirectory: join(directory, 'storage') } },
      http: { addr: '127.0.0.1:0', secret: 'of a test' },
      auth,
    };
    await writeFile(path, JSON.stringify(configuration));
    const registry = spawn(join(await foreignTools(), 'registry'), ['serve', path], {
      env: { OTEL_TRACES_EXPORTER: 'none' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return new DistributionRegistry(await hostOf(registry), registry);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill();
    await ended;
  }
}

/** Returns the address in the log, and reads the log to its end: a full pipe would stop the registry. */
function hostOf({ stderr }: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const lines: string[] = [];
  assert.ok(stderr);
  createInterface(stderr)
    .on('line', (line) => {
      lines.push(line);
      const host = /listening on (127\.0\.0\.1:\d+)/.exec(line)?.[1];
      if (host !== undefined) resolve(host);
    })
    .on('close', () => reject(new Error(`the registry ended: ${lines.join('\n')}`)));
  return promise;
}
