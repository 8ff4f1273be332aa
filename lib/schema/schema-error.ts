import { brandedError } from '../error/index.ts';
import { formatRefusal, type UnsupportedType } from './unsupported-type.ts';

/**
 * Thrown for a zod type without a structural schema. The author has to change the definition.
 *
 * @example
 * try {
 *   structuralSchema(z.object({ since: z.date() }), 'spec');
 * } catch (error) {
 *   if (SchemaError.is(error)) console.error(error.refusals.map(({ path }) => path)); // ['spec.since']
 * }
 */
export class SchemaError extends brandedError('SchemaError') {
  readonly code = 'schema-refused';
  /** All parts of the type that can't be expressed, in the order of the type; at least one. */
  readonly refusals: readonly UnsupportedType[];

  constructor(refusals: readonly UnsupportedType[]) {
    super(`the type has no Kubernetes schema:\n${refusals.map((refusal) => `  ${formatRefusal(refusal)}`).join('\n')}`);
    this.refusals = refusals;
  }
}
