/** Shows the current step: in one line that is redrawn on a terminal, elsewhere in a new line for each step. */
export class Progress {
  readonly #startedAt = performance.now();
  readonly #total: number;
  #done = 0;

  /** @param total - the number of rounds. */
  constructor(total: number) {
    this.#total = total;
  }

  /** Shows the step that begins now. */
  show(text: string): void {
    const elapsed = Math.round((performance.now() - this.#startedAt) / 1000);
    const time = `${Math.floor(elapsed / 60)}:${String(elapsed % 60).padStart(2, '0')}`;
    const line = `${time}  ${this.#done} of ${this.#total} rounds  ${text}`;
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
  }

  /** Counts a finished round. */
  advance(): void {
    this.#done += 1;
  }

  /** Clears the line. */
  end(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
}
