// In: the client, the recorder and the logger of a controller. Out: the same for the author's callbacks, bound to one
// resource. Called by each reconcile.

import {
  type CallbackMetrics,
  type EffectContext,
  type EventContent,
  type ObjectKey,
  objectKey,
  type StoredObject,
  type Use,
} from '../../api/index.ts';
import { type Client, declaredClient } from '../../client/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { EventRecorder } from '../event/index.ts';

/** The dependencies of the effects of callbacks. */
export interface EffectPorts {
  /** Returns the client for a resource, which refuses to write when another replica owns it. */
  readonly writerFor: (resource: ObjectKey) => Client;
  readonly fieldManager: string;
  readonly events: Pick<EventRecorder, 'record'>;
  readonly metrics: CallbackMetrics;
  /** Returns the logger of the reconcile of a resource. */
  readonly logOf: (resource: ObjectKey) => Logger;
}

/** The effects that a resource's callbacks get beside the objects that they read. */
export function effectsOf(
  uses: readonly Use[],
  { writerFor, fieldManager, events, metrics, logOf }: EffectPorts,
): (resource: StoredObject, signal: AbortSignal) => EffectContext {
  return (resource, signal) => {
    const key = objectKey(resource);
    const record =
      (type: 'Normal' | 'Warning') =>
      ({ reason, message, regarding = resource }: EventContent) =>
        events.record(regarding, { type, reason, message });
    return {
      client: declaredClient(writerFor(key), { uses, fieldManager, signal }),
      events: { normal: record('Normal'), warning: record('Warning') },
      metrics,
      log: logOf(key),
      signal,
    };
  };
}
