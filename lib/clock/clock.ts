/** The source of time and of the chance in delays. It is passed in wherever these matter, so that a test controls them. */
export interface Clock {
  /** Wall-clock time in milliseconds since the epoch. May jump; never measure with it. */
  now(): number;

  /** Milliseconds since an arbitrary origin. Never goes backwards and ignores changes of the wall clock. */
  monotonic(): number;

  /**
   * Resolves after at least `ms` milliseconds.
   *
   * @param ms - 0 or more; 0 still yields to other work.
   * @throws the signal's reason, at once, when `signal` is or becomes aborted.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;

  /**
   * Calls `callback` once, after at least `ms` milliseconds, unless the returned timer is cancelled first.
   * A pending timer does not keep the process alive.
   */
  timer(ms: number, callback: () => void): Timer;

  /** Returns a number from 0, included, to 1, excluded, that spreads delays: clients that failed together do not retry together. */
  random(): number;
}

/** A pending call made by {@link Clock.timer}. */
export interface Timer {
  /** Cancels the call. Has no effect if the call has already happened. */
  cancel(): void;
}
