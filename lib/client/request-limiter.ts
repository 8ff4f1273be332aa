// In: callers that want to send a request. Out: a turn for each: namespaces fairly, and the callers of one in their order.
// Called by the HTTP transport before each attempt, so that the time limit of a request begins with its turn.

import { NamespaceSlots } from './namespace-slots.ts';

/** Limits the number of concurrent requests, so that a request never waits inside the dispatcher. */
export class RequestLimiter {
  readonly #slots: NamespaceSlots;
  #freeCount: number;
  /** The waiting callers by namespace; the namespace with the oldest turn comes first. */
  readonly #waiting = new Map<string, Set<() => void>>();

  /** @param count - 1 or more. */
  constructor(count: number) {
    this.#freeCount = count;
    this.#slots = new NamespaceSlots(count);
  }

  /**
   * Resolves when it is the caller's turn.
   *
   * @param namespace - the namespace of the request's object. @default none
   * @returns a function that ends the turn. Idempotent.
   * @throws the reason of the first signal that is or becomes aborted; then the caller has no turn.
   */
  async untilTurn(signals: readonly AbortSignal[], namespace = ''): Promise<() => void> {
    for (const signal of signals) signal.throwIfAborted();
    this.#slots.recordNeed(namespace);
    if (this.#waiting.size === 0 && this.#slots.nextNamespace([namespace], this.#freeCount) !== undefined)
      this.#takeSlot(namespace);
    else await this.#untilGranted(signals, namespace);
    let isOver = false;
    return () => {
      if (!isOver) this.#releaseSlot(namespace);
      isOver = true;
    };
  }

  async #untilGranted(signals: readonly AbortSignal[], namespace: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abandon = () => {
      this.#leaveQueue(namespace, resolve);
      reject(signals.find(({ aborted }) => aborted)?.reason);
    };
    for (const signal of signals) signal.addEventListener('abort', abandon, { once: true });
    const callers = this.#waiting.get(namespace) ?? new Set();
    this.#waiting.set(namespace, callers.add(resolve));
    this.#grantTurns();
    try {
      await promise;
    } finally {
      for (const signal of signals) signal.removeEventListener('abort', abandon);
    }
  }

  #grantTurns(): void {
    for (;;) {
      const namespace = this.#slots.nextNamespace(this.#waiting.keys(), this.#freeCount);
      const callers = namespace === undefined ? undefined : this.#waiting.get(namespace);
      const [caller] = callers ?? [];
      if (namespace === undefined || callers === undefined || caller === undefined) return;
      this.#leaveQueue(namespace, caller);
      // Moves the namespace behind the others.
      if (this.#waiting.delete(namespace)) this.#waiting.set(namespace, callers);
      this.#takeSlot(namespace);
      caller();
    }
  }

  #leaveQueue(namespace: string, caller: () => void): void {
    const callers = this.#waiting.get(namespace);
    callers?.delete(caller);
    if (callers?.size === 0) this.#waiting.delete(namespace);
  }

  #takeSlot(namespace: string): void {
    this.#freeCount -= 1;
    this.#slots.take(namespace);
  }

  #releaseSlot(namespace: string): void {
    this.#freeCount += 1;
    this.#slots.release(namespace);
    this.#grantTurns();
  }
}
