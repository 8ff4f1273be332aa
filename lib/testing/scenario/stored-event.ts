import { compareResourceVersions, type StoredObject } from '../../api/index.ts';
import type { RecordedEvent } from '../callback-recorder.ts';

/** Returns the Events among objects, in the order in which they were written last. */
export function recordedEvents(objects: readonly StoredObject[]): readonly RecordedEvent[] {
  return objects
    .filter(({ kind }) => kind === 'Event')
    .sort((one, other) => compareResourceVersions(one.metadata.resourceVersion, other.metadata.resourceVersion))
    .map(({ type, reason, note, message }) => ({
      type: type === 'Warning' ? 'Warning' : 'Normal',
      reason: String(reason),
      message: String(note ?? message),
    }));
}
