// In: names of packages, or their versions. Out: their files. Called to resolve and download packages.

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Failure } from '../../lib/cli/failure.ts';
import { aptConfiguration } from './apt-configuration.ts';
import type { LockedPackage } from './package-lock.ts';
import { packageSources } from './package-source.ts';

/** The inputs of {@link Apt.open}. */
export interface AptOptions {
  /** The directory for temporary files. */
  readonly directory: string;
  /** Debian's name of the packages' architecture, which may differ from the machine's. */
  readonly architecture: string;
  /** The code name of the packages' release. */
  readonly release: string;
}

/**
 * Debian's packages through this machine's apt, its sources, proxies and keys. It doesn't change the machine: it has
 * its own lists and cache, and assumes that no package is installed.
 */
export class Apt {
  readonly #directory: string;
  readonly #architecture: string;

  private constructor(directory: string, architecture: string) {
    this.#directory = directory;
    this.#architecture = architecture;
  }

  /**
   * Reads the lists of packages, which takes some seconds.
   *
   * @throws Failure if the machine has no apt, isn't Debian, or its sources can't be read.
   */
  static async open({ directory, architecture, release }: AptOptions): Promise<Apt> {
    const sources = await packageSources(release);
    await mkdir(directory, { recursive: true });
    const own = await mkdtemp(join(directory, 'apt-'));
    const apt = new Apt(own, architecture);
    try {
      await Promise.all(
        ['lists/partial', 'archives/partial'].map((path) => mkdir(join(own, path), { recursive: true })),
      );
      await writeFile(join(own, 'status'), '');
      await writeFile(join(own, 'sources.list'), sources);
      await writeFile(join(own, 'apt.conf'), aptConfiguration(own, architecture));
      await apt.#run(['update'], `the lists of packages of Debian ${release} can't be read`);
      return apt;
    } catch (error) {
      await apt.close();
      throw error;
    }
  }

  /**
   * Downloads packages with their dependencies.
   *
   * @returns the paths of their files, which exist until {@link Apt.close}.
   * @throws Failure if one of them isn't available.
   */
  async closure(names: readonly string[]): Promise<readonly string[]> {
    const args = ['install', '--download-only', '--yes', '--no-install-recommends', ...names];
    return await this.#fetched(args, `${names.join(', ')} can't be downloaded for ${this.#architecture}`);
  }

  /**
   * Downloads these packages in these versions, without dependencies.
   *
   * @returns the paths of their files, which exist until {@link Apt.close}.
   * @throws Failure naming one that isn't available any more.
   */
  async versions(packages: readonly LockedPackage[]): Promise<readonly string[]> {
    const wanted = packages.map(({ name, version }) => `${name}=${version}`);
    return await this.#fetched(
      ['download', ...wanted],
      "a package of the lock can't be downloaded any more: write the lock again, or add a source to apt that keeps old packages",
    );
  }

  /** Removes the downloaded files. */
  async close(): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true });
  }

  async #fetched(args: readonly string[], complaint: string): Promise<readonly string[]> {
    await this.#run(args, complaint);
    const names = await readdir(this.#archives);
    return names.filter((name) => name.endsWith('.deb')).map((name) => join(this.#archives, name));
  }

  get #archives(): string {
    return join(this.#directory, 'archives');
  }

  async #run(args: readonly string[], complaint: string): Promise<void> {
    const options = {
      // Downloads of given versions go into this directory.
      cwd: this.#archives,
      env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
      maxBuffer: 64 * 2 ** 20,
    };
    try {
      await promisify(execFile)('apt-get', ['--config-file', join(this.#directory, 'apt.conf'), ...args], options);
    } catch (error) {
      throw new Failure(`${complaint}; apt-get says: ${aptWords(error)}`, { cause: error });
    }
  }
}

/** Returns apt's error lines, or Node's error if apt didn't start. */
function aptWords(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  const lines = said.split('\n').filter((line) => line.startsWith('E: '));
  return lines.map((line) => line.slice(3)).join('; ') || String(error);
}
