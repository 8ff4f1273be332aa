// In: what passes do. Out: caches that know what they have yet to show; Events and log lines for people.
// Called by the passes of one controller.

import { formatObjectKey, objectKey, objectTitle } from '../../api/index.ts';
import { requestedStorage } from '../../constructs/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { OwnWrites } from '../cache/index.ts';
import type { EventRecorder } from '../event/index.ts';
import { NotLeaderError } from '../leader-election/index.ts';
import type { Journal } from '../reconcile/index.ts';
import type { ControllerCache } from './controller-cache.ts';
import type { NameClaims } from './name-claims.ts';

/** Who takes part in what passes do. */
export interface JournalPorts {
  readonly cache: Pick<ControllerCache, 'storeOf'>;
  readonly ownWrites: Pick<OwnWrites, 'noteWrite' | 'noteDeletion'>;
  readonly claims: NameClaims;
  readonly events: Pick<EventRecorder, 'record'>;
  readonly logger: Logger;
}

/** Passes on what passes do. A name that is taken is told to people once, not at each pass that meets it. */
export function journal({ cache, ownWrites, claims, events, logger }: JournalPorts): Journal {
  return {
    written(resource, answer) {
      const store = cache.storeOf(answer);
      if (store !== undefined) ownWrites.noteWrite(formatObjectKey(resource), answer, store);
      logger.debug('written', { resource: formatObjectKey(resource), object: objectTitle(answer) });
    },

    pruned(resource, child) {
      const store = cache.storeOf(child);
      const key = formatObjectKey(objectKey(resource));
      if (store !== undefined) ownWrites.noteDeletion(key, child, store);
      const message = `deleted ${objectTitle(child)}, which is no longer rendered`;
      events.record(resource, { type: 'Normal', reason: 'ChildPruned', message });
      logger.info('pruned', { resource: key, object: objectTitle(child) });
    },

    recreated(resource, child) {
      const store = cache.storeOf(child);
      const key = formatObjectKey(objectKey(resource));
      if (store !== undefined) ownWrites.noteDeletion(key, child, store);
      const message = `deleted ${objectTitle(child)}, which can't be changed as wanted, to make it anew`;
      events.record(resource, { type: 'Normal', reason: 'ChildRecreated', message });
      logger.info('recreated', { resource: key, object: objectTitle(child) });
    },

    grown(resource, answer) {
      this.written(objectKey(resource), answer);
      const message = `asked for ${requestedStorage(answer)} in ${objectTitle(answer)}`;
      events.record(resource, { type: 'Normal', reason: 'ClaimGrown', message });
    },

    adopted(resource, answer) {
      const message = `took over ${objectTitle(answer)}, which nobody controlled`;
      events.record(resource, { type: 'Normal', reason: 'ChildAdopted', message });
      logger.info('adopted', { resource: formatObjectKey(objectKey(resource)), object: objectTitle(answer) });
    },

    contested(resource, { message }) {
      events.record(resource, { type: 'Warning', reason: 'FieldConflict', message });
      logger.warn('others own fields of a child', { resource: formatObjectKey(objectKey(resource)), message });
    },

    blocked(resource, conflicts) {
      const key = formatObjectKey(objectKey(resource));
      for (const { child, message } of conflicts) {
        if (claims.has(key, child)) continue;
        events.record(resource, { type: 'Warning', reason: 'ChildConflict', message });
        logger.warn('the name of a child is taken', { resource: key, message });
      }
      const taken = conflicts.map(({ child }) => child);
      claims.set(key, taken);
    },

    unreported(resource, error) {
      const fields = { resource: formatObjectKey(objectKey(resource)), error };
      // The leader will say it.
      logger[NotLeaderError.is(error) ? 'debug' : 'warn']('a failure could not be reported in the status', fields);
    },

    gone(resource) {
      claims.set(formatObjectKey(resource), []);
    },
  };
}
