import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('./project', import.meta.url));
const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** `dev` in a copy of the project, and its output. */
export class DevProcess implements AsyncDisposable {
  readonly #directory: string;
  readonly #process: ChildProcess;
  readonly #lines: string[] = [];
  readonly #ended: Promise<unknown>;
  #readCount = 0;
  #noteLine = Promise.withResolvers<void>();

  /** @param args - further arguments of `dev`. */
  static async start(...args: readonly string[]): Promise<DevProcess> {
    const directory = await mkdtemp(join(tmpdir(), 'operand-dev-'));
    await cp(project, directory, { recursive: true });
    await writeFile(join(directory, 'package.json'), '{ "type": "module" }');
    await symlink(packages, join(directory, 'node_modules'));
    return new DevProcess(directory, args);
  }

  private constructor(directory: string, args: readonly string[]) {
    this.#directory = directory;
    const env = { PATH: process.env.PATH, HOME: directory };
    this.#process = spawn(process.execPath, ['main.ts', 'dev', ...args], { cwd: directory, env });
    for (const input of [this.#process.stdout, this.#process.stderr]) {
      if (input !== null) createInterface({ input }).on('line', (line) => this.#addLine(line));
    }
    this.#ended = once(this.#process, 'close').then(() => this.#addLine('(end)'));
  }

  /** Resolves with the first line from here on that matches. @throws Error with all lines if the process ends first. */
  async line(pattern: RegExp): Promise<string> {
    for (;;) {
      const line = this.#lines[this.#readCount];
      if (line === undefined) {
        await this.#noteLine.promise;
        continue;
      }
      this.#readCount += 1;
      if (pattern.test(line)) return line;
      if (line === '(end)') throw new Error(`no line matches ${pattern}:\n${this.output}`);
    }
  }

  /** All lines so far. */
  get output(): string {
    return this.#lines.join('\n');
  }

  /** Changes a source. {@link line} continues after the present output. */
  async edit(file: string, before: string, after: string): Promise<void> {
    const path = join(this.#directory, file);
    const text = await readFile(path, 'utf8');
    if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
    this.#readCount = this.#lines.length;
    await writeFile(path, text.replace(before, after));
  }

  /** Presses Ctrl-C. @returns the exit code. */
  async interrupt(): Promise<number | null> {
    this.#process.kill('SIGINT');
    await this.#ended;
    return this.#process.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode === null) await this.interrupt();
    await rm(this.#directory, { recursive: true, force: true });
  }

  #addLine(line: string): void {
    this.#lines.push(line);
    this.#noteLine.resolve();
    this.#noteLine = Promise.withResolvers();
  }
}
