/** SIGHUP is sent by a terminal that closes. */
const names = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Lets a command end in order when a signal stops its process; a second signal ends the process at once. */
export class StopSignals implements Disposable {
  readonly #controller = new AbortController();
  readonly #onSignal: (name: NodeJS.Signals) => void;

  /** @param onStop - called with the first signal; its result becomes the reason of the abort. */
  constructor(onStop?: (name: NodeJS.Signals) => unknown) {
    this.#onSignal = (name) => {
      if (this.signal.aborted) process.exit(1);
      this.#controller.abort(onStop?.(name));
    };
    for (const name of names) process.on(name, this.#onSignal);
  }

  /** Aborts when the process is to stop. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  [Symbol.dispose](): void {
    for (const name of names) process.off(name, this.#onSignal);
  }
}
