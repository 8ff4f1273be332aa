export { EventRecorder } from './event-recorder.ts';
export { type EventSource, eventReasons, type ObjectEvent, type Regarding } from './event-series.ts';
