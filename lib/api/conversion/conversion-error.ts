import { formatObjectKey, type ObjectKey } from '../object/object-key.ts';

const brand = Symbol.for('operand.ConversionError');

/** A namespace and a name have 253 characters each at most. A reason may quote what an object holds. */
const [longestName, longestReason] = [600, 1_000];

/** The object whose conversion fails, and what it was to become. */
export interface FailedConversion {
  readonly kind: string;
  readonly object: ObjectKey;
  /** The `apiVersion` that the object has. */
  readonly from: string;
  /** The `apiVersion` that was asked for. */
  readonly to: string;
}

/** An object can't be had in another version. The object has to change, or the callbacks of its class. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
  readonly code = 'conversion-failed';
  readonly kind: string;
  readonly object: ObjectKey;
  /** The `apiVersion` that the object has. */
  readonly from: string;
  /** The `apiVersion` that was asked for. */
  readonly to: string;
  readonly [brand] = true;

  /** @param reason - what is wrong, with its remedy where there is one. */
  constructor({ kind, object, from, to }: FailedConversion, reason: string, cause?: unknown) {
    const title = [`${kind} ${formatObjectKey(object)}`, from, to].map((part) => clipped(part, longestName));
    super(`can't convert ${title[0]} from ${title[1]} to ${title[2]}: ${clipped(reason, longestReason)}`, { cause });
    this.kind = kind;
    this.object = object;
    this.from = from;
    this.to = to;
  }

  /** Whether `error` is one, also of another copy of the library. */
  static is(error: unknown): error is ConversionError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}

function clipped(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`;
}
