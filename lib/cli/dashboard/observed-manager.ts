// In: the reports of a manager in a session of `dev`. Out: its state and its last reconciles, for the page. Kept by `Board`.

import type { EndedReconcile, ManagerReport, ManagerWork, ReconcileEntry, TimelineEntry } from './message.ts';

/** The maximum number of reconciles of all resources, and of one, that are kept. */
const [mostReconciles, mostOfOne] = [200, 40];

/** The work of a manager, as far as this process is informed of it. */
export class ObservedManager {
  #state: ManagerReport['state'] = 'unknown';
  #work: ManagerWork = { queues: [], caches: [] };
  #reconciles: readonly ReconcileEntry[] = [];
  /** Uid of a resource → its reconciles. */
  readonly #ofOne = new Map<string, readonly ReconcileEntry[]>();

  get report(): ManagerReport {
    return { state: this.#state, ...this.#work, reconciles: this.#reconciles };
  }

  /** Records the present queues and caches. @param work - undefined: the manager has ended. */
  recordWork(work: ManagerWork | undefined): void {
    this.#state = work === undefined ? 'ended' : 'running';
    this.#work = work ?? { queues: [], caches: [] };
  }

  /** Records the end of a reconcile. */
  recordReconcile(ended: EndedReconcile, at: string): void {
    const entry = { at, ...ended };
    this.#reconciles = [entry, ...this.#reconciles].slice(0, mostReconciles);
    if (ended.uid === undefined) return;
    this.#ofOne.set(ended.uid, [entry, ...(this.#ofOne.get(ended.uid) ?? [])].slice(0, mostOfOne));
  }

  /** Forgets the reconciles of a deleted resource. */
  forget(uid: string): void {
    this.#ofOne.delete(uid);
  }

  /** Returns the reconciles of a resource. */
  of(uid: string): readonly TimelineEntry[] {
    return (this.#ofOne.get(uid) ?? []).map(({ at, controller, resource, ...ended }) => ({
      ...{ at, source: 'reconcile', object: `${controller} ${resource}`, isWarning: ended.error !== undefined },
      text: `${ended.reasons.join(', ')} → ${reconcileEffect(ended)}, ${ended.durationMs} ms`,
    }));
  }
}

function reconcileEffect({ requests, error }: Pick<EndedReconcile, 'requests' | 'error'>): string {
  const texts = requests.map(({ text, isRefused }) => (isRefused ? `${text} refused` : text));
  return [...texts, ...(error === undefined ? [] : [`failed: ${error}`])].join(', ') || 'no change';
}
