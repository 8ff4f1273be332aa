import { isConclusive, type ListState } from '../../api/index.ts';
import { isForbidden } from '../../client/index.ts';

/** A failed attempt to list. */
export interface FailedList {
  /** The number of failures in a row, this one included. */
  readonly failures: number;
  readonly error: unknown;
}

/**
 * The number of failed first lists after which nothing waits for a third-party kind any more. If the API server refuses at
 * once, that takes some 6 s; if it doesn't answer, each failure takes a request time-out.
 */
const awaitedFailures = 4;

/** The list state of a store's kind, and whether a start should wait for the first list. */
export class StoreReadiness {
  readonly #ready = Promise.withResolvers<void>();
  readonly #awaited = Promise.withResolvers<void>();
  #listState: ListState = 'not-listed';
  #isPutOff = false;

  get listState(): ListState {
    return this.#listState;
  }

  get isReady(): boolean {
    return isConclusive(this.#listState);
  }

  /** True until {@link StoreReadiness.awaited} resolves. */
  get isAwaited(): boolean {
    return !this.isReady && !this.#isPutOff;
  }

  /** Resolves when the first list has arrived, or the kind is known not to be served. */
  ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Resolves when {@link StoreReadiness.ready} does, or when nothing should wait for it any longer. */
  awaited(): Promise<void> {
    return this.#awaited.promise;
  }

  /** Records a list. @returns true if the list state changed for callers that didn't wait for it. */
  known(listState: 'listed' | 'not-served'): boolean {
    const isNews = this.#isPutOff || (listState === 'not-served') !== (this.#listState === 'not-served');
    this.#isPutOff = false;
    this.#listState = listState;
    this.#ready.resolve();
    this.#awaited.resolve();
    return isNews;
  }

  /**
   * Records a failed first list of a kind that nothing has to wait for. @returns true if the list state changed for
   * callers that didn't wait for it.
   */
  failed({ failures, error }: FailedList): boolean {
    if (this.isReady || failures < awaitedFailures) return false;
    const isNews = this.#isPutOff && isForbidden(error) && this.#listState !== 'forbidden';
    // Kept, whatever fails later: a cluster admin can grant a missing right.
    if (isForbidden(error)) this.#listState = 'forbidden';
    this.putOff();
    return isNews;
  }

  /** Ends all waits for the first list. Has no effect after it. */
  putOff(): void {
    if (this.isReady) return;
    this.#isPutOff = true;
    this.#awaited.resolve();
  }
}
