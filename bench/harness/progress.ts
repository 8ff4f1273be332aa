/** What is going on, in one line that is drawn again on a terminal; elsewhere each step is a line of its own. */
export class Progress {
  readonly #startedAt = performance.now();
  readonly #total: number;
  #done = 0;

  /** @param total - how many rounds there are. */
  constructor(total: number) {
    this.#total = total;
  }

  /** Says what begins now. */
  show(text: string): void {
    const elapsed = Math.round((performance.now() - this.#startedAt) / 1000);
    const time = `${Math.floor(elapsed / 60)}:${String(elapsed % 60).padStart(2, '0')}`;
    const line = `${time}  ${this.#done} of ${this.#total} rounds  ${text}`;
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
  }

  /** One round is over. */
  advance(): void {
    this.#done += 1;
  }

  /** The line has served its purpose. */
  end(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
}
