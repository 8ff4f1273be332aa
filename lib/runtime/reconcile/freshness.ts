// In: a resource as a cache shows it, which may lag behind. Out: certainty that it still is so, or a refusal. Called by
// a pass before it does what can't be taken back: a deletion, or the author's clean-up.

import { isDeepStrictEqual } from 'node:util';
import { objectKey, objectTitle, type ResourceDefinition, type StoredObject } from '../../api/index.ts';
import { type Client, objectSelection } from '../../client/index.ts';
import { isSameEdition } from './reconcile-inputs.ts';
import { StaleResourceError } from './stale-resource-error.ts';

/** By whom a resource is looked at. */
export interface FreshnessContext {
  readonly client: Pick<Client, 'list'>;
  readonly kind: ResourceDefinition;
  readonly signal: AbortSignal;
}

/** Whether one pass goes by the resource as it is: the server is asked once at most, and not before somebody wants to know. */
export class Freshness {
  readonly #resource: StoredObject;
  readonly #context: FreshnessContext;
  #confirmed: Promise<void> | undefined;

  constructor(resource: StoredObject, context: FreshnessContext) {
    this.#resource = resource;
    this.#context = context;
  }

  /**
   * Makes sure that the resource is there and says what it said to this pass: in its spec, labels and annotations,
   * but for what a conversion between versions carries along.
   *
   * @throws StaleResourceError if it isn't, or doesn't.
   * @throws what the client throws.
   */
  confirm(): Promise<void> {
    this.#confirmed ??= this.#compare();
    return this.#confirmed;
  }

  async #compare(): Promise<void> {
    const { client, kind, signal } = this.#context;
    const key = objectKey(this.#resource);
    // Whoever may follow the resource may ask so, and needs no right to read single ones.
    const { items } = await client.list(kind, { ...objectSelection(key), signal });
    const [current] = items;
    if (current === undefined || !this.#isAsSeen(current)) {
      throw new StaleResourceError(key, objectTitle(this.#resource));
    }
  }
  /** After a restore of etcd the same generation may be that of another spec, or of a resource that isn't deleted. */
  #isAsSeen(current: StoredObject): boolean {
    const [seen, { kind }] = [this.#resource, this.#context];
    const isDeleted = ({ metadata }: StoredObject) => metadata.deletionTimestamp !== undefined;
    return (
      isSameEdition(current, seen, kind) &&
      isDeleted(current) === isDeleted(seen) &&
      isDeepStrictEqual(current.spec, seen.spec)
    );
  }
}
