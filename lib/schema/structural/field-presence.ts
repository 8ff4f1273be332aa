// In: the conditions of a schema. Out: those about the presence of fields, in words. Called where values are validated,
// and where their demands are described.

import type { OpenApiSchema } from '../open-api-schema.ts';
import { wordList } from '../value/word-list.ts';

/**
 * The demands of a schema on the presence of fields, each as the rest of a sentence with `must have`:
 * `exactly one of a or b`.
 */
export interface FieldPresenceDemands {
  /** The demands of `anyOf`; undefined if it is absent, or demands more than the presence of fields. */
  readonly anyOf: string | undefined;
  /** The demands of `oneOf`, with the same exception. */
  readonly oneOf: string | undefined;
  /** The demands of `not`, as the rest of a sentence with `must not have`: `a and b together`. */
  readonly not: string | undefined;
}

/** Returns the demands of a schema on the presence of fields. @param quoted - formats the name of a field. */
export function fieldPresenceDemands(
  { anyOf = [], oneOf = [], not }: OpenApiSchema,
  quoted: (name: string) => string = (name) => name,
): FieldPresenceDemands {
  const named = (schema: OpenApiSchema | undefined) => schema && solelyRequiredFields(schema)?.map(quoted);
  const choices = (alternatives: readonly OpenApiSchema[]) => {
    const names = alternatives.map(named);
    if (names.length === 0 || names.includes(undefined)) return undefined;
    return wordList(
      names.map((each = []) => wordList(each, 'and')),
      'or',
    );
  };
  const [atLeast, exactly, excluded] = [choices(anyOf), choices(oneOf), named(not)];
  return {
    anyOf: atLeast && `at least one of ${atLeast}`,
    oneOf: exactly && `exactly one of ${exactly}`,
    not: excluded && `${wordList(excluded, 'and')}${excluded.length === 1 ? '' : ' together'}`,
  };
}

/** Returns the required fields of a schema that demands nothing else. */
function solelyRequiredFields(schema: OpenApiSchema): readonly string[] | undefined {
  return Object.keys(schema).length === 1 ? schema.required : undefined;
}
