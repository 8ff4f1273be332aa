import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A Python of its own, with the packages that platform repositories in Python have. */
export class Python {
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** Installs what `requirements.txt` pins, from pip's cache or the network. */
  static async installing(requirements: string, directory: string): Promise<Python> {
    await run('python3', ['-m', 'venv', directory]).catch((error: unknown) => {
      throw new Error('python3 with its module venv is needed to test consumers in Python: install python3-venv', {
        cause: error,
      });
    });
    const python = new Python(directory);
    const quiet = ['--quiet', '--disable-pip-version-check', '--no-input'];
    await python.run(['-m', 'pip', 'install', ...quiet, '--no-deps', '--requirement', requirements]);
    return python;
  }

  /** Runs a program, or a module with `-m`, and returns what it says. */
  async run(words: readonly string[], directory?: string): Promise<string> {
    const { stdout } = await run(join(this.#directory, 'bin/python'), words, { cwd: directory });
    return stdout;
  }
}
