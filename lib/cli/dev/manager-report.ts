// In: the state of a session's manager. Out: reports of its changes for the dashboard, in the form of the page. Run by a
// session of `dev --dashboard`.

import { type Clock, timestamp, untilAborted } from '../../clock/index.ts';
import type { ManagerState } from '../../runtime/index.ts';
import type { ManagerWork } from '../dashboard/message.ts';

/** The time between two reads of the state of the manager. */
const lookMs = 500;

/** Reports the queues and caches of a manager whenever they have changed, until `signal` aborts. */
export async function reportManager(
  state: () => ManagerState,
  { clock, report }: { readonly clock: Clock; readonly report: (work: ManagerWork) => void },
  signal: AbortSignal,
): Promise<void> {
  let reported = '';
  while (!signal.aborted) {
    const work = managerWork(state(), clock.now());
    const text = JSON.stringify(work);
    if (text !== reported) report(work);
    reported = text;
    await untilAborted(clock.sleep(lookMs), signal);
  }
}

/**
 * Returns the state of a manager as it is reported: with times in place of durations, which would change with each
 * look.
 */
export function managerWork({ queues, caches }: ManagerState, nowMs: number): ManagerWork {
  return {
    queues: queues.map(({ running, waiting, ...queue }) => ({
      ...queue,
      running: running.map(({ key, runningMs }) => ({ key, since: timestamp(nowMs - runningMs) })),
      waiting: waiting.map(({ dueInMs, ...key }) => ({ ...key, dueAt: timestamp(nowMs + dueInMs) })),
    })),
    caches,
  };
}
