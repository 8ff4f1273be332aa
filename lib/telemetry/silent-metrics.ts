import type { Metrics } from './metrics.ts';

/** Metrics that record nothing. */
export const silentMetrics: Metrics = {
  controller: () => ({ reconcileStarted() {}, reconcileEnded() {} }),
  pass: () => ({ hotLoops() {}, deletionsWaiting() {} }),
  queue: () => ({ follow() {}, added() {}, delayed() {}, taken() {}, finished() {} }),
  client: () => ({ requestEnded() {} }),
  leaderElection: () => ({ leads() {}, follows() {} }),
  droppedKinds: () => undefined,
  webhook: () => ({ requestStarted() {}, requestEnded() {} }),
  conversion: () => ({ objectConverted() {} }),
  certificateFiles: () => ({ read() {}, failed() {} }),
  installation: () => ({ defects() {}, restored() {} }),
  declared: () => () => undefined,
  contentType: 'text/plain; charset=utf-8',
  text: () => Promise.resolve(''),
};
