// In: the changes of Kubernetes Events. Out: the Events about an object, as entries of a timeline. Called by `Board`.

import type { StoredObject } from '../../api/index.ts';
import type { Change } from '../../runtime/index.ts';
import { numberAt, textAt } from '../../schema/index.ts';
import type { TimelineEntry } from './message.ts';

/** The Events by the uid of the object that they are about. */
export class ObservedEvents {
  readonly #events = new Map<string, Map<string, StoredObject>>();

  /** Records a change. @returns the uid of the object that the Event is about. */
  record({ type, object }: Change): string {
    const subject = textAt(object, 'involvedObject.uid') ?? '';
    const events = this.#events.get(subject) ?? new Map<string, StoredObject>();
    this.#events.set(subject, events);
    if (type === 'deleted') events.delete(object.metadata.uid);
    else events.set(object.metadata.uid, object);
    if (events.size === 0) this.#events.delete(subject);
    return subject;
  }

  /** Returns the Events about an object. */
  of(uid: string): readonly TimelineEntry[] {
    return [...(this.#events.get(uid)?.values() ?? [])].map(eventEntry);
  }
}

function eventEntry(event: StoredObject): TimelineEntry {
  const times = numberAt(event, 'series.count') ?? numberAt(event, 'count') ?? 1;
  const { creationTimestamp } = event.metadata;
  const first = textAt(event, 'eventTime', creationTimestamp);
  return {
    at: textAt(event, 'series.lastObservedTime', textAt(event, 'lastTimestamp', first)),
    source: 'event',
    object: `${textAt(event, 'involvedObject.kind')} ${textAt(event, 'involvedObject.name')}`,
    text: `${textAt(event, 'reason')}: ${textAt(event, 'message')}${times > 1 ? ` (${times} times)` : ''}`,
    isWarning: event.type === 'Warning',
  };
}
