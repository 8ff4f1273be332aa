import { closeSync, openSync, writeSync } from 'node:fs';
import type { RecordingOptions } from '../../runtime/index.ts';
import { thrownText } from '../../system/index.ts';
import { Failure } from '../failure.ts';

/** The maximum size of a trace. */
const limitBytes = 64 * 2 ** 20;

/** A file that a manager records into. Only its user may read it. */
export class TraceFile implements Disposable {
  readonly #file: number;

  /** Replaces the file. @throws Failure if that isn't possible. */
  constructor(path: string) {
    try {
      this.#file = openSync(path, 'w', 0o600);
    } catch (cause) {
      throw new Failure(`can't write the trace: ${thrownText(cause)} (--record)`, { cause });
    }
  }

  get options(): RecordingOptions {
    // Each line is in the file before the next reconcile, so that a crash loses none.
    return { limitBytes, write: (line) => void writeSync(this.#file, line) };
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }
}
