import type { Clock, Timer } from '../../clock/index.ts';
import { brandedError } from '../../error/index.ts';

/** Thrown if a request is aborted because the server sent nothing when data was due. */
export class SilenceError extends brandedError('SilenceError') {
  readonly code = 'silence';

  constructor(graceMs: number) {
    super(`the API server has been silent for ${graceMs / 1000} s beyond its time; asking again`);
  }
}

/** The time limits for silence of a server. */
export interface SilenceLimits {
  /** The time from the start in which silence is normal: the server must answer, or end a stream, by then. */
  readonly quietMs: number;
  /** The length of silence after that time which shows that the connection is dead. */
  readonly graceMs: number;
}

/**
 * The signal of one request: aborts with its parent, or when the server has fallen silent. A machine or network that fails
 * sends no notice.
 */
export class SilenceGuard {
  readonly #clock: Clock;
  readonly #parent: AbortSignal;
  #limits: SilenceLimits;
  readonly #controller = new AbortController();
  readonly #abandon = () => this.#controller.abort(this.#parent.reason);
  #timer: Timer;
  #isHeard = false;

  constructor(clock: Clock, parent: AbortSignal, limits: SilenceLimits) {
    this.#clock = clock;
    this.#parent = parent;
    this.#limits = limits;
    this.#timer = clock.timer(limits.quietMs, () => this.#startTimer());
    parent.addEventListener('abort', this.#abandon, { once: true });
    if (parent.aborted) this.#abandon();
  }

  /** The request's own signal; its reason is the parent's, or a {@link SilenceError}. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Sets new time limits from now on. */
  setLimits(limits: SilenceLimits): void {
    this.#timer.cancel();
    this.#limits = limits;
    this.#timer = this.#clock.timer(limits.quietMs, () => this.#startTimer());
  }

  /** Records that the server has sent data. */
  recordData(): void {
    this.#isHeard = true;
  }

  /** Ends the guard with its request. Must be called, or the parent signal keeps the guard in memory. */
  release(): void {
    this.#timer.cancel();
    this.#parent.removeEventListener('abort', this.#abandon);
  }

  #startTimer(): void {
    this.#isHeard = false;
    const { graceMs } = this.#limits;
    this.#timer = this.#clock.timer(graceMs, () => {
      if (this.#isHeard) this.#startTimer();
      else this.#controller.abort(new SilenceError(graceMs));
    });
  }
}

/** The lifetime of streams whose connection notices a dead server: that of client-go. */
const longStreamSeconds = { least: 300, spread: 300 };

/**
 * Other streams are short, so that a dead server is noticed within 45 s even without any packet. They cost little: the
 * server sends a bookmark two seconds before it ends a stream, and the next one starts there.
 */
const shortStreamSeconds = { least: 25, spread: 10 };
const streamGraceMs = 8_000;

/** The lifetime of one stream. */
export class StreamLife {
  /** The seconds after which the server is asked to end the stream. */
  readonly timeoutSeconds: number;

  /** @param chance - from 0, included, to 1, excluded: spreads the lifetimes, so that streams don't all end at once. */
  constructor(chance: number, isLong = false) {
    const { least, spread } = isLong ? longStreamSeconds : shortStreamSeconds;
    this.timeoutSeconds = least + Math.round(spread * chance);
  }

  /** Returns the time limits for the rest of its life. @param livedMs - since the request. */
  restOfLife(livedMs: number): SilenceLimits {
    return { quietMs: Math.max(0, this.timeoutSeconds * 1000 - livedMs), graceMs: streamGraceMs };
  }
}
