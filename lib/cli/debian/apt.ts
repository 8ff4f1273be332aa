// In: names of packages, or their versions. Out: their files.
// Called where packages are looked for and fetched; everything else about them is elsewhere.

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LockedPackage } from '../../oci/index.ts';
import { Failure } from '../failure.ts';
import { aptConfiguration } from './apt-configuration.ts';
import { packageSources } from './package-source.ts';

/** What {@link Apt.open} is told. */
export interface AptOptions {
  /** Where it may put files while it is open. */
  readonly directory: string;
  /** Debian's name of the architecture that packages are for, whatever the machine's is. */
  readonly architecture: string;
  /** The code name of the release that packages are from. */
  readonly release: string;
}

/**
 * Debian's packages, by way of this machine's apt, its sources, its proxies and its keys, and without the machine being
 * touched: lists, cache and what counts as installed, which is nothing, are its own.
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
   * Fetches packages, and all that they depend on.
   *
   * @returns the paths of their files, which last until it is closed.
   * @throws Failure if one of them can't be had.
   */
  async closure(names: readonly string[]): Promise<readonly string[]> {
    const args = ['install', '--download-only', '--yes', '--no-install-recommends', ...names];
    return await this.#fetched(args, `${names.join(', ')} can't be had for ${this.#architecture}`);
  }

  /**
   * Fetches these packages in these versions, and no others.
   *
   * @returns the paths of their files, which last until it is closed.
   * @throws Failure that names one that is gone.
   */
  async versions(packages: readonly LockedPackage[]): Promise<readonly string[]> {
    const wanted = packages.map(({ name, version }) => `${name}=${version}`);
    return await this.#fetched(
      ['download', ...wanted],
      "a package of the lock can't be had any more: make the lock anew, or name a source to apt that keeps old packages",
    );
  }

  /** Removes what it has fetched. */
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
      // What is downloaded by version goes here.
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

/** The lines in which apt says what is wrong; what Node says, if apt couldn't be asked. */
function aptWords(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  const lines = said.split('\n').filter((line) => line.startsWith('E: '));
  return lines.map((line) => line.slice(3)).join('; ') || String(error);
}
