import { brandedError } from '../../error/index.ts';
import { truncatedText } from '../../schema/index.ts';
import { formatObjectKey, type ObjectKey } from '../object/object-key.ts';

/** A namespace and a name have at most 253 characters each. A reason may quote content of the object. */
const [longestName, longestReason] = [600, 1_000];

/** The object whose conversion fails, and the wanted version. */
export interface FailedConversion {
  readonly kind: string;
  readonly object: ObjectKey;
  /** The `apiVersion` that the object has. */
  readonly from: string;
  /** The wanted `apiVersion`. */
  readonly to: string;
}

/**
 * The error if an object can't be converted to another version. The object has to change, or the callbacks of its
 * class.
 *
 * @example
 * try {
 *   convertObject(Database.definition, stored, 'example.com/v1');
 * } catch (error) {
 *   if (ConversionError.is(error)) console.error(`${error.kind} ${error.from} → ${error.to}: ${error.message}`);
 * }
 */
export class ConversionError extends brandedError('ConversionError') {
  readonly code = 'conversion-failed';
  readonly kind: string;
  readonly object: ObjectKey;
  /** The `apiVersion` that the object has. */
  readonly from: string;
  /** The wanted `apiVersion`. */
  readonly to: string;

  /** @param reason - the cause, with its remedy if there is one. */
  constructor({ kind, object, from, to }: FailedConversion, reason: string, cause?: unknown) {
    const title = [`${kind} ${formatObjectKey(object)}`, from, to].map((part) => truncatedText(part, longestName));
    super(`can't convert ${title[0]} from ${title[1]} to ${title[2]}: ${truncatedText(reason, longestReason)}`, {
      cause,
    });
    this.kind = kind;
    this.object = object;
    this.from = from;
    this.to = to;
  }
}
