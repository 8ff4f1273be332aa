export type { ToldTroubles } from './failure-log.ts';
export { keepPartOf } from './kept-part.ts';
export { shareFields } from './shared-fields.ts';
export { keepManagedFieldsOf, type Transform } from './transform.ts';
export type { WatchFailure } from './watch-failure.ts';
export type { WatchSink } from './watch-sink.ts';
export { Watcher, type WatcherOptions, type WatcherPorts } from './watcher.ts';
