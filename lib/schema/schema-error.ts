import { formatRefusal, type Refusal } from './refusal.ts';

const brand = Symbol.for('operand.SchemaError');

/** A zod type that has no structural schema. The definition has to change. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
  readonly code = 'schema-refused';
  /** All that was found, in the order of the type; at least one. */
  readonly refusals: readonly Refusal[];
  readonly [brand] = true;

  constructor(refusals: readonly Refusal[]) {
    super(`the type has no Kubernetes schema:\n${refusals.map((refusal) => `  ${formatRefusal(refusal)}`).join('\n')}`);
    this.refusals = refusals;
  }

  /** Whether `error` is one, also of another copy of the library. */
  static is(error: unknown): error is SchemaError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}
