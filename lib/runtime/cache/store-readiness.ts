import { isConclusive, type Sight } from '../../api/index.ts';
import { isForbidden } from '../../client/index.ts';

/** An attempt to list that has failed. */
export interface FailedList {
  /** In a row, this one included. */
  readonly failures: number;
  readonly error: unknown;
}

/**
 * How often the first list of a kind of others may fail before nothing waits for it any more. Of a server that refuses at
 * once that takes some six seconds; one that is silent takes its time for each failure.
 */
const awaitedFailures = 4;

/** How far a store has come: what is known of its kind, and whether those who start should wait for that. */
export class StoreReadiness {
  readonly #ready = Promise.withResolvers<void>();
  readonly #awaited = Promise.withResolvers<void>();
  #sight: Sight = 'not-listed';
  #isPutOff = false;

  get sight(): Sight {
    return this.#sight;
  }

  get isReady(): boolean {
    return isConclusive(this.#sight);
  }

  /** Whether {@link StoreReadiness.awaited} has yet to resolve. */
  get isAwaited(): boolean {
    return !this.isReady && !this.#isPutOff;
  }

  /** Resolves once it is known what there is. */
  ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Resolves when that is known, or nothing need wait for it any more. */
  awaited(): Promise<void> {
    return this.#awaited.promise;
  }

  /** It is known what there is. @returns whether that is another thing than those have gone by who didn't wait. */
  known(sight: 'listed' | 'not-served'): boolean {
    const isNews = this.#isPutOff || (sight === 'not-served') !== (this.#sight === 'not-served');
    this.#isPutOff = false;
    this.#sight = sight;
    this.#ready.resolve();
    this.#awaited.resolve();
    return isNews;
  }

  /** The first list of a kind that nobody need wait for is not to be had for now. @returns likewise. */
  failed({ failures, error }: FailedList): boolean {
    if (this.isReady || failures < awaitedFailures) return false;
    const isNews = this.#isPutOff && isForbidden(error) && this.#sight !== 'forbidden';
    // Kept, whatever else fails later: that a right is missing is what somebody can mend.
    if (isForbidden(error)) this.#sight = 'forbidden';
    this.putOff();
    return isNews;
  }

  /** Nothing need wait any longer. No matter once it is known what there is. */
  putOff(): void {
    if (this.isReady) return;
    this.#isPutOff = true;
    this.#awaited.resolve();
  }
}
