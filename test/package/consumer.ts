import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** How a program ended, and what it said. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** A project somewhere on the machine that installs a tarball and has nothing else in common with the repository. */
export class Consumer {
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** Does in a new directory what an author does: `npm init`, `npm install <tarball>`. Prefers npm's cache to the network. */
  static async installing(tarball: string, directory: string): Promise<Consumer> {
    await mkdir(directory);
    const npm = (...words: string[]) => run('npm', words, { cwd: directory });
    await npm('init', '--yes');
    await npm('install', tarball, '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund');
    return new Consumer(directory);
  }

  /** Runs a program with Node. */
  node(file: string, text: string): Promise<Outcome> {
    return this.#execute(file, text, [file]);
  }

  /** Checks a file with the compiler, in strict mode. */
  check(file: string, text: string, ...options: readonly string[]): Promise<Outcome> {
    const compiler = resolve(import.meta.dirname, '../../node_modules/@typescript/compiler/bin/tsc');
    const strict = [
      '--noEmit',
      '--strict',
      '--target',
      'es2024',
      '--module',
      'nodenext',
      '--exactOptionalPropertyTypes',
    ];
    return this.#execute(file, text, [compiler, ...strict, ...options, file]);
  }

  async #execute(file: string, text: string, words: readonly string[]): Promise<Outcome> {
    await writeFile(join(this.#directory, file), text);
    try {
      const { stdout } = await run(process.execPath, words, { cwd: this.#directory });
      return { code: 0, output: stdout };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && 'stdout' in error && 'stderr' in error)) throw error;
      return { code: Number(error.code), output: `${String(error.stdout)}${String(error.stderr)}` };
    }
  }
}
