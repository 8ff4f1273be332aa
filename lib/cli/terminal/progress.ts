import { printable } from './output.ts';

/** What a {@link Progress} writes on; standard error is one. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** What a {@link Progress} shows. */
export interface ShownProgress {
  /** How many have been dealt with. */
  readonly doneCount: number;
  /** Those of them that were refused. @default 0 */
  readonly refusedCount?: number;
  readonly totalCount: number;
  /** What is counted. @default 'objects' */
  readonly unit?: string;
}

/** How far a command is: on a terminal one line with a bar that is redrawn, else a line each time. */
export class Progress {
  readonly #output: ProgressOutput;
  #isDrawn = false;

  /** @param output - @default the standard error */
  constructor(output: ProgressOutput = process.stderr) {
    this.#output = output;
  }

  /** True where the bar is redrawn. */
  get isOnTerminal(): boolean {
    return this.#output.isTTY === true;
  }

  /** @param what - whose progress it is, such as `databases.example.com`. */
  show(what: string, { doneCount, refusedCount = 0, totalCount, unit = 'objects' }: ShownProgress): void {
    const refused = refusedCount === 0 ? '' : `, ${refusedCount} refused`;
    const text = printable(`${what}: ${doneCount} of ${totalCount} ${unit}${refused}`);
    if (!this.isOnTerminal) {
      this.#output.write(`${text}\n`);
      return;
    }
    const doneWidth = Math.round((barWidth * doneCount) / Math.max(totalCount, 1));
    const bar = '█'.repeat(doneWidth).padEnd(barWidth, '░');
    // One column is left free: a full line would wrap. Terminals that don't know their width say 0.
    const { columns = 0 } = this.#output;
    this.#output.write(`\r\u001B[K${`${bar} ${text}`.slice(0, (columns === 0 ? usualColumns : columns) - 1)}`);
    this.#isDrawn = true;
  }

  /** Takes the bar away, for what is written next. */
  clear(): void {
    if (this.#isDrawn) this.#output.write('\r\u001B[K');
    this.#isDrawn = false;
  }
}

const barWidth = 24;
const usualColumns = 80;
