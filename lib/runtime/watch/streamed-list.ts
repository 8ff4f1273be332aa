import { formatObjectKey, objectKey, type StoredObject } from '../../api/index.ts';
import type { ListPage, WatchEvent } from '../../client/index.ts';

/** The list with which a stream begins, while it comes: each object as of the last event that spoke of it. */
export class StreamedList {
  readonly #objects = new Map<string, StoredObject>();

  /** Takes in an event of the stream. @returns the list if with this event it is complete; nothing of it is kept then. */
  take(event: WatchEvent): ListPage | undefined {
    switch (event.type) {
      case 'ADDED':
      case 'MODIFIED':
        this.#objects.set(formatObjectKey(objectKey(event.object)), event.object);
        return undefined;
      case 'DELETED':
        this.#objects.delete(formatObjectKey(objectKey(event.object)));
        return undefined;
      case 'BOOKMARK':
        if (event.isEndOfList !== true) return undefined;
        return { resourceVersion: event.resourceVersion, items: this.#handedOver() };
    }
  }

  /** All objects. The stream goes on for long after its list: what changes meanwhile must not live on here. */
  #handedOver(): StoredObject[] {
    const objects = [...this.#objects.values()];
    this.#objects.clear();
    return objects;
  }
}
