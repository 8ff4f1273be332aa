export { shapeOfKind } from './comparison/kind-shape.ts';
export { PublishedShapes } from './comparison/published-shape.ts';
export type { ReconcilePorts } from './controller-scope.ts';
export { type Journal, silentJournal } from './journal.ts';
export { cacheLookup } from './live-objects.ts';
export { type Reconcile, type Reconciler, reconciler } from './reconcile.ts';
export type { ReconcileCache } from './reconcile-cache.ts';
export { replayedError } from './recording/recorded-error.ts';
export { SecretRedaction } from './recording/secret-redaction.ts';
export {
  type RecordedRead,
  type RecordedReconcile,
  type RequestJson,
  readTrace,
  type Trace,
  TraceError,
} from './recording/trace.ts';
export { type ReasonedReconcile, TraceRecorder } from './recording/trace-recorder.ts';
export { type RecordingOptions, TraceSegments } from './recording/trace-segments.ts';
export { shapeLookup, type TracedLookup, tracedCache } from './recording/traced-cache.ts';
export { type RequestHandler, tracedClient } from './recording/traced-client.ts';
export { parsedResource } from './rendering/parsed-resource.ts';
export { ReconcileTimeoutError } from './safeguards/reconcile-time.ts';
export { isTerminalFailure } from './status/failure.ts';
export type { Problem } from './status/failure-cause.ts';
export { isPaused } from './status/pause.ts';
