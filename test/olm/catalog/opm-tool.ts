import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { built, tool } from '../../../bench/harness/build.ts';

const run = promisify(execFile);

/** Without these, it needs libraries of the system for signatures and file systems of containers. */
const tags = 'containers_image_openpgp,exclude_graphdriver_btrfs,exclude_graphdriver_devicemapper';

/** The tool that makes and serves catalogs, built once from its Go module: about 3 minutes on two cores. */
export class Opm {
  readonly #path: string;

  private constructor(directory: string) {
    this.#path = join(directory, 'opm');
  }

  /** Builds it, unless it is there. @throws Error if Go is missing, or the modules can't be downloaded */
  static async build(signal: AbortSignal): Promise<Opm> {
    const module = {
      title: 'opm',
      source: fileURLToPath(new URL('opm', import.meta.url)),
      toolchain: 'go',
      build: (source: string, directory: string) => tool('go', ['build', ...flags(directory)], source, signal),
    };
    return new Opm(await built(module, (text) => process.stderr.write(`${text}\n`), signal));
  }

  /** Returns opm's rendering of a bundle's directory. @param image - a Go template; undefined keeps the manifests in the rendering */
  async render(directory: string, image?: string): Promise<unknown> {
    const words = image === undefined ? [] : ['--alpha-image-ref-template', image];
    const level = image === undefined ? 'none' : 'bundle-object-to-csv-metadata';
    const { stdout } = await run(
      this.#path,
      ['render', directory, ...words, '--migrate-level', level, '--output', 'json'],
      { maxBuffer: 2 ** 26 },
    );
    return JSON.parse(stdout);
  }

  /** Why it refuses a catalog's directory; undefined if it doesn't. */
  async refusal(directory: string): Promise<string | undefined> {
    return run(this.#path, ['validate', directory], { maxBuffer: 2 ** 26 }).then(
      () => undefined,
      (error: unknown) => (error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)),
    );
  }
}

function flags(directory: string): readonly string[] {
  const command = 'github.com/operator-framework/operator-registry/cmd/opm';
  return ['-mod=readonly', '-trimpath', '-ldflags=-s -w', `-tags=${tags}`, '-o', join(directory, 'opm'), command];
}
