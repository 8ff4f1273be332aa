import { brandedError } from '../error/index.ts';

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

/** A part of a type that a Kubernetes schema can't express. */
export interface UnsupportedType {
  /** The path in the type, such as `spec.ports[].name`; empty for the type as a whole. */
  readonly path: string;
  /** The part that can't be expressed. */
  readonly message: string;
  /** The replacement to write. */
  readonly remedy: string;
}

/**
 * Formats one of a schema error's refusals as a sentence.
 *
 * @example
 * schemaRefusals(z.object({ since: z.date() }), 'spec').map(formatRefusal);
 * // ['spec.since: JSON has no Date; write z.iso.datetime()']
 */
export function formatRefusal({ path, message, remedy }: UnsupportedType): string {
  return `${path === '' ? 'the type' : path}: ${message}; ${remedy}`;
}
