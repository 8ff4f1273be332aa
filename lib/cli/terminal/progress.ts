import { printableText } from './output.ts';

/** The output of a {@link Progress}, such as standard error. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** The state of a {@link Progress}. */
export interface ShownProgress {
  /** The number of finished items. */
  readonly doneCount: number;
  /** The number of rejected ones among them. @default 0 */
  readonly refusedCount?: number;
  readonly totalCount: number;
  /** The unit of the count. @default 'objects' */
  readonly unit?: string;
}

/** Shows the progress of a command: on a terminal one line with a bar that is redrawn, else a line for each change. */
export class Progress {
  readonly #output: ProgressOutput;
  #shown = '';

  /** @param output - @default the standard error */
  constructor(output: ProgressOutput = process.stderr) {
    this.#output = output;
  }

  /** True if the bar is redrawn. */
  get isOnTerminal(): boolean {
    return this.#output.isTTY === true;
  }

  /** @param what - the subject, such as `databases.example.com`. */
  showProgress(what: string, { doneCount, refusedCount = 0, totalCount, unit = 'objects' }: ShownProgress): void {
    const refused = refusedCount === 0 ? '' : `, ${refusedCount} refused`;
    const text = printableText(`${what}: ${doneCount} of ${totalCount} ${unit}${refused}`);
    const doneWidth = Math.round((barWidth * doneCount) / Math.max(totalCount, 1));
    const bar = '█'.repeat(doneWidth).padEnd(barWidth, '░');
    this.#show(this.isOnTerminal ? `${bar} ${text}` : text);
  }

  /** Shows a state without a bar, such as `Deployment shop/web: 0 of 1 pods available`. */
  showState(state: string): void {
    this.#show(printableText(state));
  }

  /** Removes the bar before other output. */
  clearBar(): void {
    if (this.#shown !== '' && this.isOnTerminal) this.#output.write('\r\u001B[K');
    this.#shown = '';
  }

  #show(line: string): void {
    if (line === this.#shown) return;
    this.#shown = line;
    if (!this.isOnTerminal) {
      this.#output.write(`${line}\n`);
      return;
    }
    // One column stays free: a full line would wrap. Terminals without a known width report 0.
    const { columns = 0 } = this.#output;
    this.#output.write(`\r\u001B[K${line.slice(0, (columns === 0 ? usualColumns : columns) - 1)}`);
  }
}

const barWidth = 24;
const usualColumns = 80;
