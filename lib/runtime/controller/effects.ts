// In: the recorder and the logger of a controller. Out: the same as the author's callbacks get them, for one resource.
// Called by each reconcile.

import {
  type EffectContext,
  type EventContent,
  formatObjectKey,
  objectKey,
  type StoredObject,
} from '../../api/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { EventRecorder } from '../event/index.ts';

/** What callbacks write with. */
export interface EffectPorts {
  readonly events: Pick<EventRecorder, 'record'>;
  readonly logger: Logger;
}

/** The Events and the logger of a resource's callbacks. */
export function effectsOf({ events, logger }: EffectPorts): (resource: StoredObject) => Omit<EffectContext, 'signal'> {
  return (resource) => {
    const record =
      (type: 'Normal' | 'Warning') =>
      ({ reason, message, regarding = resource }: EventContent) =>
        events.record(regarding, { type, reason, message });
    const log = logger.with({ resource: formatObjectKey(objectKey(resource)) });
    return { events: { normal: record('Normal'), warning: record('Warning') }, log };
  };
}
