import { closeSync, fchmodSync, lstatSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { RecordingOptions } from '../../runtime/index.ts';
import { thrownText } from '../../system/index.ts';
import { Failure } from '../failure.ts';

/** The maximum size of a segment of a trace: the last two are kept. */
const limitBytes = 32 * 2 ** 20;

/** The mode of the files: readable by their user only. */
const mode = 0o600;

/** A file that a manager records into, and beside it the segment before, `trace.jsonl.previous`. Only its user may read them. */
export class TraceFile implements Disposable {
  readonly #path: string;
  #file: number;

  /** Replaces the file. @throws Failure if that isn't possible. */
  constructor(path: string) {
    this.#path = path;
    try {
      this.#file = openTrace(path);
      if (this.#isReplaceable) {
        // A file that exists keeps its mode.
        fchmodSync(this.#file, mode);
        // The segment of another process isn't the one before.
        rmSync(this.#previous, { force: true });
      }
    } catch (cause) {
      throw new Failure(`can't write the trace: ${thrownText(cause)} (--record)`, { cause });
    }
  }

  get options(): RecordingOptions {
    return {
      limitBytes,
      // Each line is in the file before the next reconcile, so that a crash loses none.
      write: (line) => writeFileSync(this.#file, line),
      beginSegment: this.#isReplaceable ? () => this.#beginSegment() : undefined,
    };
  }

  #beginSegment(): void {
    renameSync(this.#path, this.#previous);
    const file = openTrace(this.#path);
    closeSync(this.#file);
    this.#file = file;
  }

  /** False for a pipe, a device or a link, such as `/dev/stdout`. */
  get #isReplaceable(): boolean {
    return lstatSync(this.#path).isFile();
  }

  get #previous(): string {
    return `${this.#path}.previous`;
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }
}

function openTrace(path: string): number {
  return openSync(path, 'w', mode);
}
