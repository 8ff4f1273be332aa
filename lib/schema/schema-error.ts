import { formatRefusal, type UnsupportedType } from './refusal.ts';

const brand = Symbol.for('operand.SchemaError');

/** Thrown for a zod type without a structural schema. The author has to change the definition. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
  readonly code = 'schema-refused';
  /** All parts of the type that can't be expressed, in the order of the type; at least one. */
  readonly refusals: readonly UnsupportedType[];
  readonly [brand] = true;

  constructor(refusals: readonly UnsupportedType[]) {
    super(`the type has no Kubernetes schema:\n${refusals.map((refusal) => `  ${formatRefusal(refusal)}`).join('\n')}`);
    this.refusals = refusals;
  }

  /** Returns true if `error` is a SchemaError, also if another copy of the library made it. */
  static is(error: unknown): error is SchemaError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}
