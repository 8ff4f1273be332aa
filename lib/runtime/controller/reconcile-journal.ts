// In: the events of reconciles. Out: caches that wait for the written objects; Events and log lines for users. Called
// by the reconciles of one controller.

import {
  formatObjectKey,
  groupVersionKind,
  type ObjectKey,
  objectKey,
  objectTitle,
  type StoredObject,
} from '../../api/index.ts';
import { requestedStorage } from '../../constructs/index.ts';
import type { Child } from '../../render/index.ts';
import { thrownText } from '../../system/index.ts';
import type { OwnWrites } from '../cache/index.ts';
import type { EventRecorder } from '../event/index.ts';
import { NotLeaderError } from '../leader-election/index.ts';
import type { Journal, Problem } from '../reconcile/index.ts';
import type { ChildConflicts } from './child-conflicts.ts';
import type { ControllerCache } from './controller-cache.ts';
import type { ReconcileLogs } from './reconcile-logs.ts';
import { ReportedProblems } from './reported-problems.ts';

/** The receivers of reconciles' events. */
export interface JournalPorts {
  readonly cache: Pick<ControllerCache, 'storeOf'>;
  readonly ownWrites: Pick<OwnWrites, 'noteWrite' | 'noteDeletion'>;
  readonly childConflicts: ChildConflicts;
  readonly events: Pick<EventRecorder, 'record'>;
  readonly logs: Pick<ReconcileLogs, 'of'>;
}

/**
 * Forwards the events of reconciles. A problem is reported once, not at each reconcile that meets it: see
 * {@link ReportedProblems}.
 */
export class ReconcileJournal implements Journal {
  readonly #ports: JournalPorts;
  readonly #problems = new ReportedProblems();

  constructor(ports: JournalPorts) {
    this.#ports = ports;
  }

  objectWritten(resource: ObjectKey, response: StoredObject): void {
    const { cache, logs, ownWrites } = this.#ports;
    const key = formatObjectKey(resource);
    const store = cache.storeOf(groupVersionKind(response));
    if (store !== undefined) ownWrites.noteWrite(key, response, store);
    logs.of(key).debug('written', { object: objectTitle(response) });
  }

  childPruned(resource: StoredObject, child: StoredObject): void {
    this.#noteDeletion(resource, child);
    const message = `deleted ${objectTitle(child)}, which is no longer rendered`;
    this.#record(resource, 'ChildPruned', message);
    this.#logOf(resource).info('pruned', { object: objectTitle(child) });
  }

  childRecreated(resource: StoredObject, child: StoredObject): void {
    this.#noteDeletion(resource, child);
    const message = `deleted ${objectTitle(child)}, which can't be changed as wanted, to recreate it`;
    this.#record(resource, 'ChildRecreated', message);
    this.#logOf(resource).info('recreated', { object: objectTitle(child) });
  }

  claimGrown(resource: StoredObject, response: StoredObject): void {
    this.objectWritten(objectKey(resource), response);
    this.#record(resource, 'ClaimGrown', `asked for ${requestedStorage(response)} in ${objectTitle(response)}`);
  }

  childAdopted(resource: StoredObject, response: StoredObject): void {
    this.#record(resource, 'ChildAdopted', `took over ${objectTitle(response)}, which had no controller`);
    this.#logOf(resource).info('adopted', { object: objectTitle(response) });
  }

  childrenConflicting(resource: StoredObject, children: readonly Child[]): void {
    this.#ports.childConflicts.set(formatObjectKey(objectKey(resource)), children);
  }

  reconcileConcluded(resource: StoredObject, problem: Problem | undefined): void {
    // The present leader meets the problem, too, and reports it.
    if ([problem?.error, problem?.statusError].some(NotLeaderError.is)) return;
    const isNew = this.#problems.note(resource, problem);
    if (problem === undefined || !isNew) return;
    const { reason, message, error, statusError } = problem;
    this.#ports.events.record(resource, { type: 'Warning', reason, message });
    this.#logOf(resource).warn('the resource has a problem', {
      reason,
      // An error usually contains the message.
      ...((error === undefined || !thrownText(error).includes(message)) && { message }),
      ...(error !== undefined && { error }),
      ...(statusError !== undefined && { statusError: thrownText(statusError) }),
    });
  }

  resourceGone(resource: ObjectKey): void {
    this.#ports.childConflicts.set(formatObjectKey(resource), []);
    this.#problems.forget(resource);
  }

  #noteDeletion(resource: StoredObject, child: StoredObject): void {
    const { cache, ownWrites } = this.#ports;
    const store = cache.storeOf(groupVersionKind(child));
    if (store !== undefined) ownWrites.noteDeletion(formatObjectKey(objectKey(resource)), child, store);
  }

  #record(resource: StoredObject, reason: string, message: string): void {
    this.#ports.events.record(resource, { type: 'Normal', reason, message });
  }

  #logOf(resource: StoredObject) {
    return this.#ports.logs.of(formatObjectKey(objectKey(resource)));
  }
}
