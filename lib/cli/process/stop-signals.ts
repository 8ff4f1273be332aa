import { systemClock } from '../../clock/index.ts';

/** SIGHUP is sent by a terminal that closes. */
const names = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** A terminal signals a whole group of processes, and `npx`, `npm run` and `operand` repeat that for their program. */
const repetitionMs = 500;

/** Lets a command end in order when a signal stops its process; another signal, after half a second, ends the process at once. */
export class StopSignals implements Disposable {
  readonly #controller = new AbortController();
  readonly #onSignal: (name: NodeJS.Signals) => void;
  #stoppedAtMs = 0;

  /** @param onStop - called with the first signal; its result becomes the reason of the abort. */
  constructor(onStop?: (name: NodeJS.Signals) => unknown) {
    this.#onSignal = (name) => {
      if (!this.signal.aborted) {
        this.#stoppedAtMs = systemClock.monotonic();
        this.#controller.abort(onStop?.(name));
      } else if (systemClock.monotonic() - this.#stoppedAtMs >= repetitionMs) process.exit(1);
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
