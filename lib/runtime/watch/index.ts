export type { ReportedCauses } from './failure-log.ts';
export { objectWatch, type RegressionReport } from './object-watch.ts';
export { shareFields } from './shared-fields.ts';
export { keepManagedFieldsOf, keepPartOf, type Transform } from './transform.ts';
export { Watcher } from './watcher.ts';
export type { WatcherOptions, WatcherPorts, WatchSink } from './watcher-options.ts';
