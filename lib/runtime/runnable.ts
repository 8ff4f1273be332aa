// In: groups of runnables, in their start order. Out: nothing, until all have ended. Each group starts when the one
// before is ready, and stops when the one after has ended. Called by the manager, which lists the groups; no group
// knows another.

import { type Clock, untilAborted } from '../clock/index.ts';
import { brandedError } from '../error/index.ts';
import { thrownText } from '../system/index.ts';
import type { Logger } from '../telemetry/index.ts';

/** A part of the process that runs until its signal aborts. */
export interface Runnable {
  /** Unique within its group, for messages. */
  readonly name: string;

  /**
   * Runs until `signal` aborts, or ends earlier when nothing is left to do. A rejection before that ends the whole
   * process.
   */
  run(signal: AbortSignal): Promise<void>;

  /**
   * Resolves when the runnables that need this one may start. Called once, after the start.
   *
   * @default as soon as it has started
   */
  ready?(): Promise<void>;
}

/** Runnables that start together and stop together. */
export interface RunnableGroup {
  /** The name in messages, such as `caches`. */
  readonly name: string;
  readonly runnables: readonly Runnable[];
  /** The time that its runnables may take to stop before the next group is stopped all the same. */
  readonly drainMs: number;
}

/** The dependencies of {@link runGroups}. */
export interface RunnableGroupPorts {
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Runs groups in order until `signal` aborts or a runnable fails, then stops them in the reverse order.
 *
 * Resolves when everything has been stopped by `signal`. A runnable that doesn't stop within its group's drain time is
 * left behind with a warning, and so is one that fails while it stops: neither keeps the other groups from stopping. A
 * runnable that fails to become ready after the first failure gets no warning: users fix the first failure first.
 *
 * @throws RunnableError naming the first runnable that failed, after all groups have been stopped.
 */
export async function runGroups(
  groups: readonly RunnableGroup[],
  { clock, logger }: RunnableGroupPorts,
  signal: AbortSignal,
): Promise<void> {
  const broken = new AbortController();
  const ending = AbortSignal.any([signal, broken.signal]);
  const started: StartedGroup[] = [];

  function report(group: string, name: string, { cause, wasReady }: Failing): void {
    const runnable = `${group}/${name}`;
    if (!ending.aborted) broken.abort(new RunnableError(group, name, cause));
    else if (!wasReady && broken.signal.aborted) logger.debug('failed to start, too', { runnable, error: cause });
    else logger.warn('failed while stopping', { runnable, error: cause });
  }

  for (const group of groups) {
    if (ending.aborted) break;
    logger.debug('starting', { group: group.name });
    const running = startGroup(group, report);
    started.push(running);
    await untilAborted(running.ready, ending);
  }
  await untilAborted(Promise.all(started.map(({ finished }) => finished)), ending);

  for (const running of started.reverse()) {
    logger.debug('stopping', { group: running.group.name });
    await stopGroup(running, clock, logger);
  }
  if (broken.signal.aborted) throw broken.signal.reason;
}

/** The failure of a runnable, and the time of it: before or after later groups could start. */
interface Failing {
  readonly cause: unknown;
  readonly wasReady: boolean;
}

interface StartedGroup {
  readonly group: RunnableGroup;
  /** Aborted to stop the group. */
  readonly stop: AbortController;
  /** Names of the runnables that have not ended. */
  readonly unfinished: ReadonlySet<string>;
  readonly ready: Promise<unknown>;
  readonly finished: Promise<unknown>;
}

/** Starts a group. Its promises don't reject: failures go to `report`. */
function startGroup(
  group: RunnableGroup,
  report: (group: string, name: string, failing: Failing) => void,
): StartedGroup {
  const stop = new AbortController();
  const unfinished = new Set(group.runnables.map(({ name }) => name));
  const unready = new Set(unfinished);

  async function finish(runnable: Runnable): Promise<void> {
    try {
      await runnable.run(stop.signal);
    } catch (error) {
      const isAnswerToStop = stop.signal.aborted && error === stop.signal.reason;
      if (!isAnswerToStop) report(group.name, runnable.name, { cause: error, wasReady: !unready.has(runnable.name) });
    }
    unfinished.delete(runnable.name);
  }

  async function becomeReady(runnable: Runnable, finished: Promise<void>): Promise<void> {
    const over = new AbortController();
    void finished.then(() => over.abort());
    try {
      // A runnable that ends by itself is ready.
      await untilAborted(runnable.ready?.() ?? Promise.resolve(), over.signal);
      unready.delete(runnable.name);
    } catch (error) {
      report(group.name, runnable.name, { cause: error, wasReady: false });
    }
  }

  const runs = group.runnables.map((runnable) => ({ runnable, finished: finish(runnable) }));
  return {
    group,
    stop,
    unfinished,
    ready: Promise.all(runs.map(({ runnable, finished }) => becomeReady(runnable, finished))),
    finished: Promise.all(runs.map(({ finished }) => finished)),
  };
}

async function stopGroup(
  { group, stop, unfinished, finished }: StartedGroup,
  clock: Clock,
  logger: Logger,
): Promise<void> {
  stop.abort();
  const patience = new AbortController();
  const overdue = new AbortController();
  void clock.sleep(group.drainMs, patience.signal).then(
    () => {
      logger.warn('not stopped in time', { group: group.name, runnables: [...unfinished], drainMs: group.drainMs });
      overdue.abort();
    },
    () => undefined,
  );
  await untilAborted(finished, overdue.signal);
  patience.abort();
}

/** A part of the process has failed, and so ended the process. A cause that names the part needs no other message. */
export class RunnableError extends brandedError('RunnableError') {
  readonly code = 'runnable-failed';
  /** The runnable as `{ group }/{ name }`. */
  readonly runnable: string;

  /** @param name - the runnable's own, within its group. */
  constructor(group: string, name: string, cause: unknown) {
    const reason = thrownText(cause);
    super(reason.includes(name) ? reason : `${group}/${name} failed: ${reason}`, { cause });
    this.runnable = `${group}/${name}`;
  }
}
