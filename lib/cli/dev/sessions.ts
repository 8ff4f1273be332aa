// In: the program of an operator, and a cluster. Out: a session of the operator after each change of its sources, one at a
// time. A session whose sources have an error never begins: the one before goes on. Run by `dev`.

import { machineOriginMs, systemClock, untilAborted, whenAborted } from '../../clock/index.ts';
import type { LeadsUntil } from '../../runtime/index.ts';
import { colouredWord, printText } from '../terminal/output.ts';
import type { DevCluster } from './dev-cluster.ts';
import type { DevDashboard } from './dev-dashboard.ts';
import type { DevOptions } from './dev-option.ts';
import type { LoadedOperator } from './session-message.ts';
import { SessionProcess } from './session-process.ts';
import { SourceWatch } from './source-watch.ts';

/** A session whose sources are valid. */
export interface LoadedSession {
  readonly process: SessionProcess;
  readonly operator: LoadedOperator;
  /** The monotonic time of the change, or of the start. */
  readonly changedAtMs: number;
}

/** The place where sessions work and are shown. */
export interface DevPlace {
  readonly cluster: DevCluster;
  readonly dashboard: DevDashboard | undefined;
}

const waiting = 'waiting for the next save';

/** The sessions of an operator under development. */
export class Sessions implements AsyncDisposable {
  readonly #program: string;
  readonly #args: readonly string[];
  readonly #cluster: DevCluster;
  readonly #dashboard: DevDashboard | undefined;
  readonly #remarks = new Set<string>();
  readonly #watch = new SourceWatch(
    (path) => void this.#dropSpareOf(path),
    (remark) => this.#printRemarks([remark]),
  );
  #latest: SessionProcess | undefined;
  /** A process that has loaded the library, which takes most of the time, and waits for the next change. */
  #spare: SessionProcess | undefined;

  constructor(program: string, { cluster, dashboard }: DevPlace, { watchNamespaces }: DevOptions) {
    this.#program = program;
    this.#cluster = cluster;
    this.#dashboard = dashboard;
    const namespaces = watchNamespaces === undefined ? [] : [`--watch-namespaces=${watchNamespaces}`];
    const observed = dashboard === undefined ? [] : ['--dashboard'];
    this.#args = [...cluster.sessionArguments, ...namespaces, ...observed];
    this.#watch.add(program);
  }

  /** Loads the sources, again after each change until they are valid. @returns undefined when `signal` aborts. */
  async next(signal: AbortSignal): Promise<LoadedSession | undefined> {
    while (!signal.aborted) {
      const changedAtMs = systemClock.monotonic();
      const change = AbortSignal.any([this.#watch.nextChange(), signal]);
      const process = this.#spare ?? this.#newProcess();
      this.#spare = undefined;
      this.#latest = process;
      process.load();
      const operator = await untilAborted(process.loaded, change);
      if (operator !== undefined) return { process, operator, changedAtMs };
      await process.stop();
      if (change.aborted) continue;
      printText(`${waiting}\n`);
      this.#spare ??= this.#newProcess();
      await whenAborted(change);
    }
    return undefined;
  }

  /**
   * Runs a session, and in its place the next one when the sources have changed, until `signal` aborts.
   *
   * @param leadsUntilMs - returns when the sessions lose their right to write.
   */
  async run(first: LoadedSession, signal: AbortSignal, leadsUntilMs: LeadsUntil): Promise<void> {
    let session: LoadedSession | undefined = first;
    while (session !== undefined) {
      const { process } = session;
      extendWrites(process, leadsUntilMs);
      const change = AbortSignal.any([this.#watch.nextChange(), signal]);
      await this.#begin(session, change);
      await whenAborted(change);
      session = await this.next(signal);
      await process.stop();
    }
  }

  async #begin({ process, operator, changedAtMs }: LoadedSession, change: AbortSignal): Promise<void> {
    this.#printRemarks(await this.#cluster.prepare(operator));
    await this.#dashboard?.show(operator);
    process.begin(this.#cluster.webhooks);
    void process.ended.then(() => {
      if (!change.aborted) printText(`${waiting}: the operator has ended\n`);
    });
    const started = await untilAborted(process.started, change);
    this.#spare ??= this.#newProcess();
    if (started === undefined) return;
    printText(`${colouredWord('ready', 'cyan')} after ${Math.round(systemClock.monotonic() - changedAtMs)} ms\n`);
    this.#printRemarks([...started, ...(await this.#cluster.complete(operator))]);
  }

  /** Prints those that are new. */
  #printRemarks(remarks: readonly string[]): void {
    for (const remark of remarks) {
      if (!this.#remarks.has(remark)) printText(`${colouredWord('note', 'yellow')}: ${remark}\n`);
      this.#remarks.add(remark);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#watch[Symbol.dispose]();
    await Promise.all([this.#latest?.stop(), this.#spare?.stop()]);
  }

  #newProcess(): SessionProcess {
    return new SessionProcess({
      ...{ program: this.#program, args: this.#args },
      onModule: (path) => this.#watch.add(path),
      onWork: (report) => this.#dashboard?.record(report),
    });
  }

  async #dropSpareOf(path: string): Promise<void> {
    const spare = this.#spare;
    if (spare?.hasUsed(path) !== true) return;
    this.#spare = undefined;
    await spare.stop();
  }
}

/** The time between two extensions of a session's right to write. */
const extensionMs = 1_000;

/** Informs a session of its right to write, until it ends. */
function extendWrites(session: SessionProcess, leadsUntilMs: LeadsUntil): void {
  const untilMs = leadsUntilMs();
  if (untilMs === undefined || !session.allowWrites({ writesUntilMs: untilMs + machineOriginMs })) return;
  systemClock.timer(extensionMs, () => extendWrites(session, leadsUntilMs));
}
