import type { Kind } from '../kind/kind.ts';

/**
 * A third-party kind, as `operand import` writes it.
 *
 * @typeParam Content - the fields of an object beside its `apiVersion`, `kind` and `metadata`, as the API server has
 *   them.
 */
export interface ImportedDefinition<Content extends object = object> extends Kind {
  /**
   * The schema of whole objects, without descriptions, as JSON text. It is parsed when the first object is validated.
   */
  readonly schema: string;
  /** Always absent: it only carries the type for the compiler. */
  readonly content?: Content;
}
