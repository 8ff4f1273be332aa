import type { WatchSink } from '../../../lib/runtime/watch/index.ts';

/** Ignores every report. */
export const silentSink: WatchSink = {
  replace() {},
  apply() {},
  delete() {},
  recordBookmark() {},
  clearUnserved() {},
  recordFailure() {},
};
