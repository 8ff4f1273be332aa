// In: the client, the recorder and the logger of a controller. Out: clients that write for one resource while this
// process owns it, and the effects of the author's callbacks. Called by each reconcile.

import {
  type CallbackMetrics,
  type EffectContext,
  type EventContent,
  formatObjectKey,
  type ObjectKey,
  objectKey,
  type StoredObject,
  type Use,
} from '../../api/index.ts';
import { type Client, type DeclaredRequests, declaredClient } from '../../client/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { EventRecorder } from '../event/index.ts';
import { leaderClient } from '../leader-election/index.ts';
import type { WriteRight } from '../lease/index.ts';
import type { ShardOwnership } from '../sharding/index.ts';

/** The dependencies of the effects of callbacks. */
export interface EffectPorts {
  /** Returns the client for a resource, which refuses to write when another replica owns it. */
  readonly writerFor: (resource: ObjectKey) => DeclaredRequests;
  readonly fieldManager: string;
  readonly events: Pick<EventRecorder, 'record'>;
  readonly metrics: CallbackMetrics;
  /** Returns the logger of the reconcile of a resource. */
  readonly logOf: (resource: ObjectKey) => Logger;
}

/** The effects that a resource's callbacks get beside the objects that they read. */
export function callbackEffects(
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

/** Returns the clients that write for resources: they refuse writes when this process doesn't own the resource. */
export function guardedClients(
  client: Client,
  shardOwnership: Pick<ShardOwnership, 'rightTo'>,
): (resource: ObjectKey) => Client {
  const guarded = new WeakMap<WriteRight, Client>();
  return (resource) => {
    const right = shardOwnership.rightTo(formatObjectKey(resource));
    if (right === undefined) return client;
    const writer = guarded.get(right) ?? leaderClient(client, right);
    guarded.set(right, writer);
    return writer;
  };
}
