import type { Clock } from '../../clock/index.ts';

/** The output of a {@link ProgressLine}, such as standard error. */
export interface ProgressLineOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const quietMs = 30_000;

/** Prints the progress of a long job: on a terminal one line that is redrawn, else a line every half minute. */
export class ProgressLine {
  readonly #output: ProgressLineOutput;
  readonly #clock: Clock;
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(output: ProgressLineOutput, clock: Clock) {
    this.#output = output;
    this.#clock = clock;
  }

  /** Prints the progress. May be called at any rate. */
  show(text: string): void {
    if (this.#output.isTTY === true) {
      // One column stays free: a full line would wrap.
      this.#output.write(`\r\u001B[K${text.slice(0, (this.#output.columns ?? 80) - 1)}`);
      return;
    }
    if (this.#clock.monotonic() - this.#writtenAt < quietMs) return;
    this.#writtenAt = this.#clock.monotonic();
    this.#output.write(`${text}\n`);
  }

  /** Prints the last line. */
  end(text: string): void {
    this.#output.write(this.#output.isTTY === true ? `\r\u001B[K${text}\n` : `${text}\n`);
  }
}
