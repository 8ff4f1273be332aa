import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const workspace = resolve(import.meta.dirname, '../..');

/** The exit code and the output of a program. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** A project somewhere on the machine that installs packages and has nothing else in common with the repository. */
export class Consumer {
  readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  /**
   * Does in a new directory what an author does: `npm init`, `npm install`. Prefers npm's cache to the network.
   *
   * @param packages - tarballs, or names with versions.
   */
  static async installing(packages: readonly string[], directory: string): Promise<Consumer> {
    await mkdir(directory);
    await run('npm', ['init', '--yes', '--init-type=module'], { cwd: directory });
    const consumer = new Consumer(directory);
    await consumer.install(...packages);
    return consumer;
  }

  /** Installs further packages. */
  async install(...packages: readonly string[]): Promise<void> {
    const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    await run('npm', ['install', ...packages, ...options], { cwd: this.directory });
  }

  /** Writes a file of the project. */
  write(file: string, text: string): Promise<void> {
    return writeFile(join(this.directory, file), text);
  }

  /** Runs a program with Node. */
  async node(file: string, text: string): Promise<Outcome> {
    await this.write(file, text);
    return this.execute(file);
  }

  /** Checks a file with the compiler, in strict mode. */
  async check(file: string, text: string, ...options: readonly string[]): Promise<Outcome> {
    await this.write(file, text);
    const compiler = join(workspace, 'node_modules/@typescript/compiler/bin/tsc');
    const strict = ['--noEmit', '--strict', '--target', 'es2024', '--exactOptionalPropertyTypes'];
    const module = options.includes('--module') ? [] : ['--module', 'nodenext'];
    return this.execute(compiler, ...strict, ...module, ...options, file);
  }

  /** Runs a script with Node in the project's directory. */
  async execute(...words: readonly string[]): Promise<Outcome> {
    try {
      const { stdout } = await run(process.execPath, words, { cwd: this.directory });
      return { code: 0, output: stdout };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && 'stdout' in error && 'stderr' in error)) throw error;
      return { code: Number(error.code), output: `${String(error.stdout)}${String(error.stderr)}` };
    }
  }
}
