import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The delays of the event loop's iterations, in nanoseconds, since the start or the last `reset`. */
export type EventLoopDelays = ReturnType<typeof monitorEventLoopDelay>;

/**
 * Records the delays of the event loop without waking an idle process. Node before 24.19 has a timer instead, whose interval
 * is part of each delay.
 */
export function recordedEventLoopDelays(): EventLoopDelays {
  const delays = monitorEventLoopDelay({ samplePerIteration: true, resolution: 200 });
  delays.enable();
  return delays;
}
