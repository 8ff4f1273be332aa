import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A virtual environment with the packages that platform repositories in Python have. */
export class Python {
  readonly #directory: string;
  readonly #temporary: string;

  private constructor(directory: string, temporary: string) {
    this.#directory = directory;
    this.#temporary = temporary;
  }

  /**
   * Installs the versions of `requirements.txt`, from pip's cache or the network.
   *
   * @param temporary - the directory into which jsii unpacks its runtime, as for Maven.
   */
  static async installing(requirements: string, directory: string, temporary: string): Promise<Python> {
    await run('python3', ['-m', 'venv', directory]).catch((error: unknown) => {
      throw new Error('python3 with its module venv is needed to test consumers in Python: install python3-venv', {
        cause: error,
      });
    });
    const python = new Python(directory, temporary);
    const quiet = ['--quiet', '--disable-pip-version-check', '--no-input'];
    await python.run(['-m', 'pip', 'install', ...quiet, '--no-deps', '--requirement', requirements]);
    return python;
  }

  /** Runs a program, or a module with `-m`, and returns its output. */
  async run(words: readonly string[], directory?: string): Promise<string> {
    const { stdout } = await run(join(this.#directory, 'bin/python'), words, {
      cwd: directory,
      env: { ...process.env, TMPDIR: this.#temporary },
    });
    return stdout;
  }
}
