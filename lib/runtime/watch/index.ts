export { objectWatch, type RegressionReport } from './object-watch.ts';
export { sharedFieldsTransform } from './shared-fields.ts';
export { managedFieldsTransform, type Transform, viewTransform } from './transform.ts';
export { Watcher } from './watcher.ts';
export type { ReportedCauses, WatcherOptions, WatcherPorts, WatchSink } from './watcher-options.ts';
