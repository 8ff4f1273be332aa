// The lines of a trace: one JSON document each. Written by a recording manager, read by a replay.

import { type Action, isJsonObject, type JsonObject, type StoredObject } from '../../../api/index.ts';
import { brandedError } from '../../../error/index.ts';
import type { FieldShape } from '../comparison/field-shape.ts';
import type { RecordedError } from './recorded-error.ts';

/** The name and version of the format. */
const traceFormat = 'operand-trace/1';

/** The first line of a trace: the process that recorded it. */
export interface TraceHeader {
  readonly format: typeof traceFormat;
  readonly operator: string;
  readonly version: string;
  /** The number of recorded reconciles in earlier segments, which the manager may remember. */
  readonly precedingCount: number;
  /** The monotonic time at which the process began to record. */
  readonly monotonicMs: number;
  /** Image → the image that children start in its place. */
  readonly images: Readonly<Record<string, string>>;
}

/** The answer of a cache. Numbers refer to {@link RecordedReconcile.objects}. */
export type RecordedRead =
  | { readonly object: number }
  | { readonly objects: readonly number[] }
  | { readonly value: unknown };

/** A request as a trace has it: verb, kind, name, options and body. */
export type RequestJson = Readonly<Record<string, unknown>>;

/** A request to the API server, and its response. */
export interface TracedRequest {
  readonly request: RequestJson;
  /** Absent if none arrived before the reconcile ended. */
  readonly answer?: { readonly value: unknown } | { readonly error: RecordedError };
}

/** Everything that one reconcile read, requested and returned. */
export interface RecordedReconcile {
  readonly controller: string;
  /** `namespace/name` of the resource. */
  readonly resource: string;
  /** The reasons why the resource was in the queue, such as `child-updated`. */
  readonly reasons: readonly string[];
  readonly durationMs: number;
  readonly objects: readonly StoredObject[];
  /** The lookups in caches, in order, with their answers. */
  readonly reads: readonly (readonly [lookup: string, answer: RecordedRead])[];
  /** The readings of the clock, in order. */
  readonly wallMs: readonly number[];
  readonly monotonicMs: readonly number[];
  /** The timers that ran out, by their order of creation. */
  readonly expiredTimers: readonly number[];
  readonly requests: readonly TracedRequest[];
  readonly outcome: { readonly action: Action } | { readonly error: string };
}

/** A published shape, which later reconciles refer to by its number. */
export interface RecordedShape {
  readonly shape: number;
  readonly fields: FieldShape;
}

/** A trace as a replay reads it. */
export interface Trace {
  readonly header: TraceHeader;
  readonly shapes: ReadonlyMap<number, FieldShape>;
  /** With the number of its line. */
  readonly reconciles: readonly { readonly line: number; readonly reconcile: RecordedReconcile }[];
  /** True if the last line is incomplete, as after a crash of the process. */
  readonly isCut: boolean;
}

/**
 * A file isn't a trace, is damaged, or is of another operator.
 *
 * @example
 * try {
 *   readTrace(recorded);
 * } catch (error) {
 *   if (TraceError.is(error)) console.error(error.message); // line 2 of the trace isn't JSON: record it again
 *   throw error;
 * }
 */
export class TraceError extends brandedError('TraceError') {
  readonly code = 'trace';
}

/** Returns the first line of a trace. */
export function traceHeader(content: Omit<TraceHeader, 'format'>): TraceHeader {
  return { format: traceFormat, ...content };
}

/**
 * Reads the text of a trace. A last line that isn't complete is left out.
 *
 * @throws TraceError if another line isn't JSON, or if the first line isn't a trace's.
 * @example
 * const { reconciles, isCut } = readTrace(recorded);
 */
export function readTrace(text: string): Trace {
  const lines = text.split('\n');
  // A complete trace ends with a line feed.
  const last = lines.pop();
  const values = lines.map((line, index) => parsedLine(line, index + 1));
  const [header] = values;
  if (header?.format !== traceFormat) throw new TraceError(`line 1 isn't the beginning of a trace in ${traceFormat}`);
  const shapes = new Map<number, FieldShape>();
  const reconciles: { line: number; reconcile: RecordedReconcile }[] = [];
  // The lines are those that a recording wrote: here, and only here, they get its types.
  for (const [index, value] of values.entries()) {
    if (isShape(value)) shapes.set(value.shape, value.fields);
    if (isReconcile(value)) reconciles.push({ line: index + 1, reconcile: value });
  }
  return { header: header as JsonObject & TraceHeader, shapes, reconciles, isCut: last !== '' };
}

function isShape(value: JsonObject): value is JsonObject & RecordedShape {
  return typeof value.shape === 'number';
}

function isReconcile(value: JsonObject): value is JsonObject & RecordedReconcile {
  return typeof value.resource === 'string' && Array.isArray(value.requests);
}

function parsedLine(line: string, number: number): JsonObject {
  try {
    const value: unknown = JSON.parse(line);
    if (isJsonObject(value)) return value;
  } catch (cause) {
    throw new TraceError(`line ${number} of the trace isn't JSON: record it again`, { cause });
  }
  throw new TraceError(`line ${number} of the trace isn't a JSON object: record it again`);
}
