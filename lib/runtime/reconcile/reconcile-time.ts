import type { Duration } from 'cdk8s';
import type { Clock, Timer } from '../../clock/index.ts';

const brand = Symbol.for('operand.PassTimeoutError');

/** A pass has not come to its end in the time that it has. It is retried. */
export class ReconcileTimeoutError extends Error {
  override readonly name = 'PassTimeoutError';
  readonly code = 'pass-timeout';
  readonly [brand] = true;

  /** @param place - where the pass was when its time was over. */
  constructor(timeout: Duration, place: string) {
    super(
      `the pass took longer than ${timeout.toHumanString()}, ${place}: ` +
        'bound what it waits for, or give the controller a longer `timeout`',
    );
  }

  /** Whether `error` is one, also of another copy of the library. */
  static is(error: unknown): error is ReconcileTimeoutError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}

/** The time that one pass has, and where the pass is in it. */
export class ReconcileTime {
  readonly #parent: AbortSignal;
  readonly #controller = new AbortController();
  readonly #timer: Timer;
  readonly #abandon = () => this.#controller.abort(this.#parent.reason);
  #place = 'waiting for the API server';
  #timeout: ReconcileTimeoutError | undefined;

  constructor(clock: Clock, timeout: Duration, parent: AbortSignal) {
    this.#parent = parent;
    this.#timer = clock.timer(timeout.toMilliseconds(), () => {
      if (this.signal.aborted) return;
      this.#timeout = new ReconcileTimeoutError(timeout, this.#place);
      this.#controller.abort(this.#timeout);
    });
    parent.addEventListener('abort', this.#abandon, { once: true });
    if (parent.aborted) this.#abandon();
  }

  /** Ends everything that the pass waits for; its reason is the parent's, or a {@link ReconcileTimeoutError}. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Runs a callback, named as `cleanup` in backticks: if the time ends meanwhile, that is where. */
  async within<Result>(callback: string, run: () => Result | Promise<Result>): Promise<Result> {
    const before = this.#place;
    this.#place = `in ${callback}`;
    try {
      return await run();
    } finally {
      this.#place = before;
    }
  }

  /** Why a pass has failed: once its time is over that is the reason, whatever it makes of it. */
  causeOf(error: unknown): unknown {
    return this.#timeout ?? error;
  }

  /** The pass is over. Must be called, or the parent keeps its time. */
  end(): void {
    this.#timer.cancel();
    this.#parent.removeEventListener('abort', this.#abandon);
  }
}
