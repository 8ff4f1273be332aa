import { formatObjectKey, groupVersionKind, objectKey, type StoredObject } from '../api/index.ts';
import type { Logger } from '../telemetry/index.ts';
import type { OwnWrites } from './cache/index.ts';
import type { ControllerCache } from './controller-cache.ts';
import type { EventRecorder } from './event/index.ts';
import type { NameClaims } from './name-claims.ts';
import type { Journal } from './reconcile/index.ts';

/** Who takes part in what passes do. */
export interface JournalPorts {
  readonly cache: ControllerCache;
  readonly ownWrites: OwnWrites;
  readonly claims: NameClaims;
  readonly events: Pick<EventRecorder, 'record'>;
  readonly logger: Logger;
}

/** Passes on what passes do: to the caches that have yet to show it, to people as Events and log lines. */
export function journal({ cache, ownWrites, claims, events, logger }: JournalPorts): Journal {
  return {
    written(resource, answer) {
      const store = cache.storeOf(answer);
      if (store !== undefined) ownWrites.noteWrite(formatObjectKey(resource), answer, store);
      logger.debug('applied', { resource: formatObjectKey(resource), object: title(answer) });
    },

    pruned(resource, child) {
      const store = cache.storeOf(child);
      const key = formatObjectKey(objectKey(resource));
      if (store !== undefined) ownWrites.noteDeletion(key, child, store);
      const message = `deleted ${title(child)}, which is no longer rendered`;
      events.record(resource, { type: 'Normal', reason: 'ChildPruned', message });
      logger.info('pruned', { resource: key, object: title(child) });
    },

    blocked(resource, conflicts) {
      claims.set(formatObjectKey(objectKey(resource)), conflicts.map(({ child }) => child));
      for (const { message } of conflicts) events.record(resource, { type: 'Warning', reason: 'ChildConflict', message });
    },

    unreported(resource, error) {
      logger.warn('a failure could not be reported in the status', { resource: formatObjectKey(objectKey(resource)), error });
    },
  };
}

function title(object: StoredObject): string {
  return `${groupVersionKind(object).kind} ${formatObjectKey(objectKey(object))}`;
}
