import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from '../program-environment.ts';

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
    const env = { ...programEnvironment, HOME: directory };
    // In a process group of its own, as in a terminal.
    const options = { cwd: directory, env, detached: true };
    this.#process = spawn(process.execPath, ['main.ts', 'dev', ...args], options);
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

  /** Replaces a source, of which `dev` never reads a part. {@link line} continues after the present output. */
  async edit(file: string, before: string, after: string): Promise<void> {
    const path = join(this.#directory, file);
    const text = await readFile(path, 'utf8');
    if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
    this.#readCount = this.#lines.length;
    const draft = join(this.#directory, `.${file}`);
    await writeFile(draft, text.replace(before, after));
    await rename(draft, path);
  }

  /** Presses Ctrl-C. @returns the exit code. */
  async interrupt(): Promise<number | null> {
    this.signal('SIGINT');
    await this.#ended;
    return this.#process.exitCode;
  }

  /** Closes the terminal. @returns the exit code. */
  async hangUp(): Promise<number | null> {
    this.#signalGroup('SIGHUP');
    await this.#ended;
    return this.#process.exitCode;
  }

  /** Kills `dev` and its session. */
  async kill(): Promise<void> {
    this.#signalGroup('SIGKILL');
    await this.#ended;
  }

  /** Sends a signal to `dev`, and none to its session. */
  signal(name: NodeJS.Signals): void {
    this.#process.kill(name);
  }

  #signalGroup(name: NodeJS.Signals): void {
    const { pid } = this.#process;
    if (pid !== undefined) process.kill(-pid, name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) await this.interrupt();
    await rm(this.#directory, { recursive: true, force: true });
  }

  #addLine(line: string): void {
    this.#lines.push(line);
    this.#noteLine.resolve();
    this.#noteLine = Promise.withResolvers();
  }
}
