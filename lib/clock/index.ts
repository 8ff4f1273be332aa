export { untilAborted, whenAborted } from './aborted.ts';
export { Backoff } from './backoff.ts';
export type { Clock, Timer } from './clock.ts';
export { DueHeap } from './due-heap.ts';
export { recordedEventLoopDelays } from './event-loop-delays.ts';
export { machineOriginMs } from './machine-time.ts';
export { systemClock } from './system-clock.ts';
export { microTimestamp, timestamp } from './timestamp.ts';
export { WakeUp } from './wake-up.ts';
