import type { Kind, ObjectAddress, ObjectKey } from '../../api/index.ts';
import { Backoff, type Clock } from '../../clock/index.ts';
import { LatestState } from './latest-state.ts';

/**
 * The delays before retries of certificate writes. The first is short, so that a conflict delays nothing. Retries come at
 * least twice a minute, since webhook calls may fail until a write succeeds.
 */
export const writeBackoff = new Backoff({ baseMs: 500, maxMs: 30_000 });

/**
 * The time without a write after which the next one counts as the first. If another client, such as a GitOps tool, reverts
 * each write at once, the delays grow.
 */
const calmMs = 60_000;

/** An object that names the trusted authorities for API servers, and the number of its recent writes. */
export class RegisteredTarget implements ObjectAddress {
  readonly kind: Kind;
  readonly key: ObjectKey;
  readonly latest = new LatestState();
  readonly #clock: Clock;
  #attempts = 0;
  #attemptedAtMs = 0;
  #restsUntilMs = 0;
  #content = '';
  #repetitions = 0;

  constructor({ kind, key }: ObjectAddress, clock: Clock) {
    this.kind = kind;
    this.key = key;
    this.#clock = clock;
  }

  /** The number of writes in a row, each within {@link calmMs} of the one before. */
  get attempts(): number {
    return this.#attempts;
  }

  /** The milliseconds until the next allowed write; 0 or less if one is allowed now. */
  get restMs(): number {
    return this.#restsUntilMs - this.#clock.monotonic();
  }

  /** Counts the write that the caller is about to send. */
  countWrite(): void {
    const nowMs = this.#clock.monotonic();
    this.#attempts = nowMs - this.#attemptedAtMs > calmMs ? 1 : this.#attempts + 1;
    this.#attemptedAtMs = nowMs;
  }

  /** Delays the next write, the longer the more writes have been counted. @returns the delay in milliseconds. */
  delayNextWrite(): number {
    const delayMs = writeBackoff.delayMs(this.#attempts, this.#clock);
    this.#restsUntilMs = this.#clock.monotonic() + delayMs;
    return delayMs;
  }

  /** Records a write that the API server has accepted. @returns the number of writes in a row with the same content. */
  recordWrite(content: string): number {
    this.#repetitions = this.#attempts > 1 && content === this.#content ? this.#repetitions + 1 : 1;
    this.#content = content;
    return this.#repetitions;
  }

  /** Ends the delay, as the manager has new content to write. */
  endDelay(): void {
    this.#restsUntilMs = 0;
    this.#attempts = 0;
  }
}
