// In: the reports of a controller about objects. Out: Events, counted and limited as those of Kubernetes' components.

import type { JsonObject } from '../../../api/index.ts';
import { metadataText } from '../../../built-in/index.ts';
import { fieldsIn, getOrMake, numberAt, withFields } from '../../../schema/index.ts';
import { events } from '../collection.ts';

/** More events of one object that differ only in their messages are counted in one. */
const mostMessages = 10;

/** One report of a controller. */
export interface RecordedReason {
  /** @default 'Normal' */
  readonly type?: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** The reads and writes that events need. */
export interface EventAccess {
  readonly now: string;
  /** Returns a number that grows with time and with each write. */
  readonly uniqueNumber: () => bigint;
  readonly get: (collection: string, key: string) => JsonObject | undefined;
  readonly create: (collection: string, object: JsonObject) => Promise<JsonObject>;
  readonly update: (
    collection: string,
    object: JsonObject,
    next: (live: JsonObject) => JsonObject,
  ) => Promise<JsonObject | undefined>;
}

/** The Events of one component. A repeated one is counted. */
export class ComponentEvents {
  readonly #access: EventAccess;
  readonly #component: string;
  /** Object and reason → message → name of the Event. */
  readonly #names = new Map<string, Map<string, string>>();

  constructor(access: EventAccess, component: string) {
    this.#access = access;
    this.#component = component;
  }

  async record(object: JsonObject, { type = 'Normal', reason, message }: RecordedReason): Promise<void> {
    const [uid, name] = [metadataText(object, 'uid'), metadataText(object, 'name')];
    const namespace = metadataText(object, 'namespace') || 'default';
    const group = `${uid} ${type} ${reason}`;
    const known = getOrMake(this.#names, group, () => new Map<string, string>());
    const isCombined = !known.has(message) && known.size >= mostMessages;
    const text = isCombined ? `(combined from similar events): ${message}` : message;
    const key = isCombined ? '' : message;
    const lastTimestamp = this.#access.now;
    const present = this.#access.get(events, `${namespace}/${known.get(key) ?? ''}`);
    if (present !== undefined) {
      const count = (numberAt(present, 'count') ?? 0) + 1;
      await this.#access.update(events, present, (live) => ({ ...live, message: text, count, lastTimestamp }));
      return;
    }
    const suffix = this.#access.uniqueNumber().toString(16);
    known.set(key, `${name}.${suffix}`);
    await this.#access.create(events, {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: `${name}.${suffix}`, namespace },
      involvedObject: storedReference(object),
      type,
      reason,
      message: text,
      source: { component: this.#component },
      reportingComponent: this.#component,
      reportingInstance: '',
      firstTimestamp: lastTimestamp,
      lastTimestamp,
      count: 1,
    });
  }
}

/** Returns the reference to an object in its present version. */
export function storedReference({ apiVersion = '', kind = '', metadata }: JsonObject): JsonObject {
  const { namespace, name, uid, resourceVersion } = fieldsIn(metadata);
  return withFields({ apiVersion, kind }, { namespace, name, uid, resourceVersion });
}
