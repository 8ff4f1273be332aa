// In: the client, the recorder and the logger of a controller. Out: the same as the author's callbacks get them, for one
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

/** What callbacks write with. */
export interface EffectPorts {
  /** The client for a resource, which refuses to write when another replica has the right to it. */
  readonly writerFor: (resource: ObjectKey) => Client;
  readonly fieldManager: string;
  readonly events: Pick<EventRecorder, 'record'>;
  readonly metrics: CallbackMetrics;
  /** The logger of the reconcile of a resource. */
  readonly logOf: (resource: ObjectKey) => Logger;
}

/** What a resource's callbacks get beside the objects that they read. */
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
