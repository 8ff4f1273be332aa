import type { Duration } from 'cdk8s';
import type { Clock, Timer } from '../../../clock/index.ts';
import { brandedError } from '../../../error/index.ts';

/** A reconcile has not ended in its time. It is retried. */
export class ReconcileTimeoutError extends brandedError('PassTimeoutError') {
  readonly code = 'pass-timeout';

  /** @param place - the step that the reconcile was in when its time was over. */
  constructor(timeout: Duration, place: string) {
    super(
      `the reconcile took longer than ${timeout.toHumanString()}, ${place}: ` +
        'bound what it waits for, or give the controller a longer `timeout`',
    );
  }
}

/** The time limit of one reconcile, and its present step. */
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

  /** Aborts everything that the reconcile waits for; its reason is the parent's, or a {@link ReconcileTimeoutError}. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Runs a callback, named as `cleanup` in backticks: if the time ends meanwhile, the error names it. */
  async runCallback<Result>(callback: string, run: () => Result | Promise<Result>): Promise<Result> {
    const before = this.#place;
    this.#place = `in ${callback}`;
    try {
      return await run();
    } finally {
      this.#place = before;
    }
  }

  /** Returns why a reconcile has failed: once its time is over, the timeout is the cause of every error. */
  causeOf(error: unknown): unknown {
    return this.#timeout ?? error;
  }

  /** Ends the reconcile. Must be called, or the parent keeps this object. */
  end(): void {
    this.#timer.cancel();
    this.#parent.removeEventListener('abort', this.#abandon);
  }
}
