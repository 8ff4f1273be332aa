// In: the records of reconciles. Out: the lines of a trace, in segments of a limited size, each of which a replay can read alone. Called by
// the recorder.

import type { Logger } from '../../../telemetry/index.ts';
import type { FieldShape } from '../comparison/field-shape.ts';
import { SecretRedaction } from './secret-redaction.ts';
import { type RecordedReconcile, type RecordedShape, type TraceHeader, traceHeader } from './trace.ts';

/** The destination of a trace. */
export interface RecordingOptions {
  /** Writes whole lines, each with its line feed. */
  readonly write: (lines: string) => void;
  /** The maximum size of a segment of the trace. */
  readonly limitBytes: number;
  /**
   * Begins the next segment, which {@link RecordingOptions.write} then writes to. @default none: the recording ends with the first segment
   */
  readonly beginSegment?: (() => void) | undefined;
}

/** The lines of a trace. Each segment begins with a header, and has the shapes that its reconciles refer to. */
export class TraceSegments {
  readonly #header: Omit<TraceHeader, 'format' | 'precedingCount'>;
  readonly #options: RecordingOptions;
  readonly #logger: Logger;
  /** The shapes of this segment. */
  readonly #shapes = new Set<FieldShape>();
  #bytes = 0;
  #reconcileCount = 0;
  #hasEnded = false;

  constructor(header: Omit<TraceHeader, 'format' | 'precedingCount'>, options: RecordingOptions, logger: Logger) {
    this.#header = header;
    this.#options = options;
    this.#logger = logger;
    this.#append(this.#headerLine);
  }

  /** Writes a reconcile, after the shapes that it refers to and this segment lacks. @param shapes - shape → its number. */
  write(reconcile: RecordedReconcile, shapes: ReadonlyMap<FieldShape, number>): void {
    const line = this.#hasEnded ? undefined : this.#line(reconcile);
    if (line === undefined) return;
    const isWritten = this.#hasWritten(line, shapes) || (this.#hasBegunSegment() && this.#hasWritten(line, shapes));
    if (isWritten) this.#reconcileCount += 1;
    else if (!this.#hasEnded)
      this.#logger.warn('a reconcile is not recorded: it is larger than a segment', this.#limit);
  }

  /** Writes a line with its shapes. @returns false if this segment has no space for them. */
  #hasWritten(line: string, shapes: ReadonlyMap<FieldShape, number>): boolean {
    const missing = [...shapes].filter(([fields]) => !this.#shapes.has(fields));
    const lines = [...missing.map(([fields, shape]) => this.#line({ shape, fields }) ?? ''), line];
    const byteCount = lines.reduce((sum, each) => sum + Buffer.byteLength(each), 0);
    if (this.#bytes + byteCount > this.#options.limitBytes) return false;
    for (const [fields] of missing) this.#shapes.add(fields);
    this.#append(lines.join(''));
    return true;
  }

  /** Begins the next segment. @returns false if that isn't possible, so that the recording ends. */
  #hasBegunSegment(): boolean {
    const { beginSegment } = this.#options;
    try {
      beginSegment?.();
    } catch (error) {
      this.#logger.warn('the next segment of the trace can not begin', { error });
      this.#hasEnded = true;
    }
    if (this.#hasEnded || beginSegment === undefined) {
      this.#hasEnded = true;
      this.#logger.warn('the trace is full: later reconciles are not recorded', this.#limit);
      return false;
    }
    this.#bytes = 0;
    this.#shapes.clear();
    this.#append(this.#headerLine);
    return !this.#hasEnded;
  }

  /** Writes lines. A failure, such as that of a full disk, ends the recording, and not the reconcile. */
  #append(lines: string): void {
    this.#bytes += Buffer.byteLength(lines);
    try {
      this.#options.write(lines);
    } catch (error) {
      this.#logger.warn('the trace can not be written: later reconciles are not recorded', { error });
      this.#hasEnded = true;
    }
  }

  get #headerLine(): string {
    return `${JSON.stringify(traceHeader({ ...this.#header, precedingCount: this.#reconcileCount }))}\n`;
  }

  #line(content: RecordedReconcile | RecordedShape): string | undefined {
    try {
      return `${JSON.stringify(new SecretRedaction(content).of(content))}\n`;
    } catch (error) {
      this.#logger.warn('a reconcile is not recorded', { error });
      return undefined;
    }
  }

  get #limit() {
    return { limitBytes: this.#options.limitBytes };
  }
}
