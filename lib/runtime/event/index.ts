export { EventRecorder, type EventRecorderPorts } from './event-recorder.ts';
export type { EventSource, ObjectEvent, Regarding } from './event-series.ts';
