import type { Clock, Timer } from '../../clock/index.ts';

/** A request was given up because nothing has been heard from the server when something was due. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError';
  readonly code = 'silence';

  constructor(graceMs: number) {
    super(`the API server has been silent for ${graceMs / 1000} s beyond its time; asking again`);
  }
}

/** How long silence is taken for patience. */
export interface Patience {
  /** From the start, silence is normal for so long: the server has until then to answer, or to end a stream. */
  readonly quietMs: number;
  /** From then on, silence of this length means that nobody is there any more. */
  readonly graceMs: number;
}

/**
 * The signal of one request: aborts with its parent, or when the other side has fallen silent,
 * as it does without any notice when a machine or a network between dies.
 */
export class SilenceGuard {
  readonly #clock: Clock;
  readonly #parent: AbortSignal;
  #patience: Patience;
  readonly #controller = new AbortController();
  readonly #abandon = () => this.#controller.abort(this.#parent.reason);
  #timer: Timer;
  #isHeard = false;

  constructor(clock: Clock, parent: AbortSignal, patience: Patience) {
    this.#clock = clock;
    this.#parent = parent;
    this.#patience = patience;
    this.#timer = clock.timer(patience.quietMs, () => this.#listen());
    parent.addEventListener('abort', this.#abandon, { once: true });
    if (parent.aborted) this.#abandon();
  }

  /** The request's own signal; its reason is the parent's, or a {@link SilenceError}. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** From now on, silence is something else. */
  setPatience(patience: Patience): void {
    this.#timer.cancel();
    this.#patience = patience;
    this.#timer = this.#clock.timer(patience.quietMs, () => this.#listen());
  }

  /** The other side has given a sign of life. */
  heard(): void {
    this.#isHeard = true;
  }

  /** The request is over. Must be called, or the parent keeps the guard. */
  release(): void {
    this.#timer.cancel();
    this.#parent.removeEventListener('abort', this.#abandon);
  }

  #listen(): void {
    this.#isHeard = false;
    const { graceMs } = this.#patience;
    this.#timer = this.#clock.timer(graceMs, () => {
      if (this.#isHeard) this.#listen();
      else this.#controller.abort(new SilenceError(graceMs));
    });
  }
}
