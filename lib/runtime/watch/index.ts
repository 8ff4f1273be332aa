export type { ReportedCauses } from './failure-log.ts';
export { type FollowObjectPorts, followObject } from './follow-object.ts';
export { keepPartOf } from './kept-part.ts';
export { shareFields } from './shared-fields.ts';
export { keepManagedFieldsOf, type Transform } from './transform.ts';
export type { FailedAttempt, WatchSink } from './watch-sink.ts';
export { Watcher } from './watcher.ts';
export type { WatcherOptions, WatcherPorts } from './watcher-options.ts';
