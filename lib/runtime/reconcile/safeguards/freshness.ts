// In: a resource as a cache shows it, which may be stale. Out: a confirmation that it is current, or an error. Called
// by a reconcile before a deletion or the author's clean-up, which can't be undone, and before a child is created again.

import {
  isSameJson,
  type ObjectKey,
  objectKey,
  objectTitle,
  type ResourceDefinition,
  type StoredObject,
} from '../../../api/index.ts';
import { type Client, objectSelection } from '../../../client/index.ts';
import { brandedError } from '../../../error/index.ts';
import { isSameRenderInput } from './reconcile-inputs.ts';

/** The controller, the client and the cached resource of a check. */
export interface FreshnessContext {
  readonly client: Pick<Client, 'list'>;
  readonly kind: ResourceDefinition;
  readonly signal: AbortSignal;
}

/** The check of one reconcile that its resource is current: it asks the server at most once, at the first call. */
export class Freshness {
  readonly #resource: StoredObject;
  readonly #context: FreshnessContext;
  #confirmed: Promise<void> | undefined;

  constructor(resource: StoredObject, context: FreshnessContext) {
    this.#resource = resource;
    this.#context = context;
  }

  /**
   * Confirms that the resource exists, and that its spec, labels and annotations are those of this reconcile.
   * Annotations of conversions between versions don't count.
   *
   * @throws StaleResourceError if it doesn't exist or has changed.
   * @throws what the client throws.
   */
  confirm(): Promise<void> {
    this.#confirmed ??= this.#compareWithServer();
    return this.#confirmed;
  }

  async #compareWithServer(): Promise<void> {
    const { client, kind, signal } = this.#context;
    const key = objectKey(this.#resource);
    // An account that may watch the resource may list it, and needs no right to get single objects.
    const { items } = await client.list(kind, { ...objectSelection(key), signal });
    const [current] = items;
    if (current === undefined || !this.#isAsReconciled(current)) {
      throw new StaleResourceError(key, objectTitle(this.#resource));
    }
  }
  /**
   * After a restore of etcd, the same generation may be that of another spec, or of a resource that isn't being
   * deleted.
   */
  #isAsReconciled(current: StoredObject): boolean {
    const [seen, { kind }] = [this.#resource, this.#context];
    const isDeleted = ({ metadata }: StoredObject) => metadata.deletionTimestamp !== undefined;
    return (
      isSameRenderInput(current, seen, kind) &&
      isDeleted(current) === isDeleted(seen) &&
      isSameJson(current.spec, seen.spec)
    );
  }
}

/**
 * A resource has changed since the state that a reconcile uses. Its watch brings the change, and causes the next
 * reconcile.
 */
export class StaleResourceError extends brandedError('StaleResourceError') {
  readonly code = 'stale-resource';
  readonly object: ObjectKey;

  /** @param title - `Memcached default/a`. */
  constructor(object: ObjectKey, title: string) {
    super(`${title} is no longer as this replica has seen it: nothing is done for it until its watch has caught up`);
    this.object = object;
  }
}
