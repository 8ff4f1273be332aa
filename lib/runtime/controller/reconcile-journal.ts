// In: the events of reconciles. Out: caches that wait for the written objects; Events and log lines for users. Called
// by the reconciles of one controller.

import { formatObjectKey, type ObjectKey, objectKey, objectTitle } from '../../api/index.ts';
import { requestedStorage } from '../../constructs/index.ts';
import { thrownText } from '../../system/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { OwnWrites } from '../cache/index.ts';
import type { EventRecorder } from '../event/index.ts';
import { NotLeaderError } from '../leader-election/index.ts';
import type { Journal } from '../reconcile/index.ts';
import type { ControllerCache } from './controller-cache.ts';
import type { NameClaims } from './name-claims.ts';
import type { ReconcileIds } from './reconcile-ids.ts';
import { ReportedProblems } from './reported-problems.ts';

/** The receivers of reconciles' events. */
export interface JournalPorts {
  readonly cache: Pick<ControllerCache, 'storeOf'>;
  readonly ownWrites: Pick<OwnWrites, 'noteWrite' | 'noteDeletion'>;
  readonly claims: NameClaims;
  readonly events: Pick<EventRecorder, 'record'>;
  readonly reconcileIds: Pick<ReconcileIds, 'of'>;
  readonly logger: Logger;
}

/**
 * Forwards the events of reconciles. A problem is reported once, not at each reconcile that meets it: see
 * {@link ReportedProblems}.
 */
export function reconcileJournal({ cache, ownWrites, claims, events, reconcileIds, logger }: JournalPorts): Journal {
  const problems = new ReportedProblems();
  const fieldsOf = (resource: ObjectKey) => {
    const key = formatObjectKey(resource);
    return { resource: key, reconcileID: reconcileIds.of(key) };
  };
  return {
    objectWritten(resource, answer) {
      const store = cache.storeOf(answer);
      if (store !== undefined) ownWrites.noteWrite(formatObjectKey(resource), answer, store);
      logger.debug('written', { ...fieldsOf(resource), object: objectTitle(answer) });
    },

    childPruned(resource, child) {
      const store = cache.storeOf(child);
      const key = formatObjectKey(objectKey(resource));
      if (store !== undefined) ownWrites.noteDeletion(key, child, store);
      const message = `deleted ${objectTitle(child)}, which is no longer rendered`;
      events.record(resource, { type: 'Normal', reason: 'ChildPruned', message });
      logger.info('pruned', { ...fieldsOf(objectKey(resource)), object: objectTitle(child) });
    },

    childRecreated(resource, child) {
      const store = cache.storeOf(child);
      const key = formatObjectKey(objectKey(resource));
      if (store !== undefined) ownWrites.noteDeletion(key, child, store);
      const message = `deleted ${objectTitle(child)}, which can't be changed as wanted, to recreate it`;
      events.record(resource, { type: 'Normal', reason: 'ChildRecreated', message });
      logger.info('recreated', { ...fieldsOf(objectKey(resource)), object: objectTitle(child) });
    },

    claimGrown(resource, answer) {
      this.objectWritten(objectKey(resource), answer);
      const message = `asked for ${requestedStorage(answer)} in ${objectTitle(answer)}`;
      events.record(resource, { type: 'Normal', reason: 'ClaimGrown', message });
    },

    childAdopted(resource, answer) {
      const message = `took over ${objectTitle(answer)}, which had no controller`;
      events.record(resource, { type: 'Normal', reason: 'ChildAdopted', message });
      logger.info('adopted', { ...fieldsOf(objectKey(resource)), object: objectTitle(answer) });
    },

    namesBlocked(resource, children) {
      claims.set(formatObjectKey(objectKey(resource)), children);
    },

    reconcileConcluded(resource, problem) {
      // The present leader meets the problem, too, and reports it.
      if ([problem?.error, problem?.statusError].some(NotLeaderError.is)) return;
      const isNew = problems.note(resource, problem);
      if (problem === undefined || !isNew) return;
      const { reason, message, error, statusError } = problem;
      events.record(resource, { type: 'Warning', reason, message });
      logger.warn('the resource has a problem', {
        ...fieldsOf(objectKey(resource)),
        reason,
        // An error usually contains the message.
        ...((error === undefined || !thrownText(error).includes(message)) && { message }),
        ...(error !== undefined && { error }),
        ...(statusError !== undefined && { statusError: thrownText(statusError) }),
      });
    },

    resourceGone(resource) {
      claims.set(formatObjectKey(resource), []);
      problems.forget(resource);
    },
  };
}
