import type { WatchSink } from '../../../lib/runtime/watch/index.ts';

/** Makes nothing of what it is told. */
export const silentSink: WatchSink = {
  replaced() {},
  applied() {},
  deleted() {},
  progressed() {},
  missing() {},
  failed() {},
};
