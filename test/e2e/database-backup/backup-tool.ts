// Runs the program of backup Jobs in the files of its image. Called by its tests.

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import type { Outcome, Result, Task } from '../../../apps/database-backup/task.ts';
import { ImageRoot } from '../images/image-root.ts';
import { workloads } from '../images/workload.ts';
import { workloadImage } from '../images/workload-image.ts';

const { account, start } = workloads.backup;

/** The image of backup Jobs, whose directory `/backups` outlives its runs. */
export class BackupTool implements AsyncDisposable {
  readonly root: ImageRoot;

  static async unpack(): Promise<BackupTool> {
    return new BackupTool(await ImageRoot.unpack(await workloadImage('backup'), account.user));
  }

  private constructor(root: ImageRoot) {
    this.root = root;
  }

  /** Starts a run. */
  start(task: Task, env: Readonly<Record<string, string>>): ToolRun {
    return new ToolRun(this.root.start(start.entrypoint, { ...env, BACKUP_TASK: JSON.stringify(task) }));
  }

  /** Runs a task that succeeds. @throws Error with the reported error otherwise */
  async run(task: Task, env: Readonly<Record<string, string>>): Promise<Result> {
    const run = this.start(task, env);
    const outcome = await run.outcome();
    if ('error' in outcome) throw new Error(`${outcome.error}\n${run.log}`);
    return outcome;
  }

  /** Runs a task that fails. @returns the reported error. @throws Error if it succeeds */
  async failure(task: Task, env: Readonly<Record<string, string>>): Promise<string> {
    const outcome = await this.start(task, env).outcome();
    if ('error' in outcome) return outcome.error;
    throw new Error(`the task succeeded with ${JSON.stringify(outcome)}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.root[Symbol.asyncDispose]();
  }
}

/** One run of the program. */
export class ToolRun {
  readonly process: ChildProcessWithoutNullStreams;
  /** The program's log so far. */
  log = '';
  #output = '';
  readonly #ended: Promise<unknown>;

  constructor(process: ChildProcessWithoutNullStreams) {
    this.process = process;
    process.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
    });
    process.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.log += text;
    });
    this.#ended = once(process, 'close');
  }

  /** Waits for its end. @throws Error unless the exit code agrees with the reported outcome */
  async outcome(): Promise<Outcome> {
    await this.#ended;
    if (this.#output === '') throw new Error(`the program reported nothing: ${this.log}`);
    const outcome = JSON.parse(this.#output) as Outcome;
    const expected = 'error' in outcome ? 1 : 0;
    if (this.process.exitCode !== expected) throw new Error(`exit code ${this.process.exitCode} for ${this.#output}`);
    return outcome;
  }
}
