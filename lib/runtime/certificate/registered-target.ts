import type { Kind, ObjectAddress, ObjectKey } from '../../api/index.ts';
import type { Clock } from '../../clock/index.ts';
import { LatestState } from './latest-state.ts';
import { writeBackoff } from './write-backoff.ts';

/**
 * After how long without a write the next one counts as the first. Whoever takes back at once what was written, such as
 * a tool that insists on its manifests, is answered ever more slowly.
 */
const calmMs = 60_000;

/** An object that is to tell API servers whom to trust, and how often it has had to be told so without a time of calm. */
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

  /** Writes that followed one another without a time of calm. */
  get attempts(): number {
    return this.#attempts;
  }

  /** For how many milliseconds it isn't to be written; 0 or less if it may be. */
  get restMs(): number {
    return this.#restsUntilMs - this.#clock.monotonic();
  }

  /** It is about to be written. */
  count(): void {
    const nowMs = this.#clock.monotonic();
    this.#attempts = nowMs - this.#attemptedAtMs > calmMs ? 1 : this.#attempts + 1;
    this.#attemptedAtMs = nowMs;
  }

  /** Lets it rest, the longer the more often it has been written. @returns for how many milliseconds. */
  rest(): number {
    const delayMs = writeBackoff.delayMs(this.#attempts);
    this.#restsUntilMs = this.#clock.monotonic() + delayMs;
    return delayMs;
  }

  /** Counts a write that the API server has accepted. @returns how often the same content was written without a time of calm. */
  wrote(content: string): number {
    this.#repetitions = this.#attempts > 1 && content === this.#content ? this.#repetitions + 1 : 1;
    this.#content = content;
    return this.#repetitions;
  }

  /** The manager has new content to write: earlier writes delay it no longer. */
  wake(): void {
    this.#restsUntilMs = 0;
    this.#attempts = 0;
  }
}
