import { formatObjectKey, objectKey, type StoredObject } from '../../api/index.ts';
import type { ListPage, WatchEvent } from '../../client/index.ts';

/** The initial list of a stream while it arrives: each object as of its last event. */
export class StreamedList {
  readonly #objects = new Map<string, StoredObject>();

  /**
   * Adds an event of the stream. @returns the list if this event completes it; the list is then no longer stored here.
   */
  addEvent(event: WatchEvent): ListPage | undefined {
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
        return { resourceVersion: event.resourceVersion, items: this.#takeObjects() };
    }
  }

  /**
   * Returns all objects and clears them: the stream lives long after its list, and outdated objects must not stay in
   * memory.
   */
  #takeObjects(): StoredObject[] {
    const objects = [...this.#objects.values()];
    this.#objects.clear();
    return objects;
  }
}
