import type { WatchSink } from '../../../lib/runtime/watch/index.ts';

/** Ignores every report. */
export const silentSink: WatchSink = {
  replaced() {},
  applied() {},
  deleted() {},
  progressed() {},
  missing() {},
  failed() {},
};
