import { formatObjectKey, type Kind, objectKey } from '../../api/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { Change, StoreSubscriber } from './change.ts';

/**
 * The subscribers of a store, called one after the other. An error that one throws is logged, and doesn't affect the
 * others.
 */
export class SubscriberList {
  readonly #kind: Kind;
  readonly #logger: Logger;
  readonly #subscribers: StoreSubscriber[];

  constructor(kind: Kind, logger: Logger, subscribers: StoreSubscriber[] = []) {
    this.#kind = kind;
    this.#logger = logger;
    this.#subscribers = subscribers;
  }

  /** Adds a subscriber behind the present ones. @returns a list of that one alone. */
  add(subscriber: StoreSubscriber): SubscriberList {
    this.#subscribers.push(subscriber);
    return new SubscriberList(this.#kind, this.#logger, [subscriber]);
  }

  changed(changes: readonly Change[]): void {
    for (const change of changes) {
      for (const subscriber of this.#subscribers) this.#call(() => subscriber.changed(change), change);
    }
  }

  progressed(): void {
    for (const subscriber of this.#subscribers) this.#call(() => subscriber.progressed());
  }

  listStateChanged(): void {
    for (const subscriber of this.#subscribers) this.#call(() => subscriber.listStateChanged());
  }

  #call(call: () => void, change?: Change): void {
    try {
      call();
    } catch (error) {
      const object = change && formatObjectKey(objectKey(change.object));
      this.#logger.error('a change of the cache could not be passed on', { cached: this.#kind.plural, object, error });
    }
  }
}
