// In: the reports of a manager in a session of `dev`, and the Deployments and Leases of managers in the cluster. Out:
// their state, and the last reconciles of the former, for the page. Kept by `Board`.

import { objectTitle, type StoredObject } from '../../api/index.ts';
import type { Change } from '../../runtime/index.ts';
import { numberAt, textAt } from '../../schema/index.ts';
import type {
  EndedReconcile,
  ManagerObject,
  ManagerReport,
  ManagerWork,
  ReconcileEntry,
  TimelineEntry,
} from './message.ts';
import { objectHealth } from './observed-objects.ts';

/** The maximum number of reconciles of all resources, and of one, that are kept. */
const [mostReconciles, mostOfOne] = [200, 40];

/** The work of a manager, as far as this process is informed of it. */
export class ObservedManager {
  #state: ManagerReport['state'] = 'unknown';
  #work: ManagerWork = { queues: [], caches: [] };
  /** Uid → the objects of managers in the cluster. */
  readonly #objects = new Map<string, StoredObject>();
  #reconciles: readonly ReconcileEntry[] = [];
  /** Uid of a resource → its reconciles. */
  readonly #ofOne = new Map<string, readonly ReconcileEntry[]>();

  get report(): ManagerReport {
    const objects = [...this.#objects.values()]
      .map(managerObject)
      .sort((one, other) => (one.title < other.title ? -1 : 1));
    return { state: this.#state, objects, ...this.#work, reconciles: this.#reconciles };
  }

  /** Records a change of a Deployment or a Lease of a manager in the cluster. */
  recordObject({ type, object }: Change): void {
    if (type === 'deleted') this.#objects.delete(object.metadata.uid);
    else this.#objects.set(object.metadata.uid, object);
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

function managerObject(object: StoredObject): ManagerObject {
  const { spec, status } = object;
  const title = objectTitle(object);
  if (object.kind === 'Deployment') {
    const { health, message } = objectHealth(object);
    const replicas = `${numberAt(status, 'readyReplicas') ?? 0} of ${numberAt(spec, 'replicas') ?? 1} pods are ready`;
    return { title, text: message === '' ? replicas : `${replicas}: ${message}`, health };
  }
  const holder = textAt(spec, 'holderIdentity');
  const renewedAt = textAt(spec, 'renewTime');
  return {
    title,
    text: holder === '' ? 'no manager holds it' : `held by ${holder}`,
    ...(renewedAt !== '' && { renewal: { at: renewedAt, validSeconds: numberAt(spec, 'leaseDurationSeconds') ?? 0 } }),
    health: holder === '' ? 'failed' : 'ready',
  };
}

function reconcileEffect({ requests, error }: Pick<EndedReconcile, 'requests' | 'error'>): string {
  const texts = requests.map(({ text, isRefused }) => (isRefused ? `${text} refused` : text));
  return [...texts, ...(error === undefined ? [] : [`failed: ${error}`])].join(', ') || 'no change';
}
