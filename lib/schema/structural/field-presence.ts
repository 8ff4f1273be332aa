// In: the conditions of a schema. Out: those that are about which fields are there, in words.
// Called where values are refused, and where people are told what they must be.

import { enumeration } from '../value/enumeration.ts';
import type { OpenApiSchema } from './open-api-schema.ts';

/** What a schema demands of the fields that are there, each as what follows `must have`: `exactly one of a or b`. */
export interface PresenceDemands {
  /** By `anyOf`; undefined if that is absent, or about more than which fields are there. */
  readonly anyOf: string | undefined;
  /** By `oneOf`, likewise. */
  readonly oneOf: string | undefined;
  /** By `not`, as what follows `must not have`: `a and b together`. */
  readonly not: string | undefined;
}

/** What a schema demands of the fields that are there. @param quoted - the name of a field, as it is to stand there. */
export function presenceDemands(
  { anyOf, oneOf, not }: OpenApiSchema,
  quoted: (name: string) => string = (name) => name,
): PresenceDemands {
  const named = (schema: OpenApiSchema | undefined) => schema && requiredOnly(schema)?.map(quoted);
  const choices = (alternatives: readonly OpenApiSchema[]) => {
    const names = alternatives.map(named);
    if (names.length === 0 || names.includes(undefined)) return undefined;
    return enumeration(
      names.map((each = []) => enumeration(each, 'and')),
      'or',
    );
  };
  const [atLeast, exactly, excluded] = [choices(anyOf), choices(oneOf), named(not)];
  return {
    anyOf: atLeast && `at least one of ${atLeast}`,
    oneOf: exactly && `exactly one of ${exactly}`,
    not: excluded && `${enumeration(excluded, 'and')}${excluded.length === 1 ? '' : ' together'}`,
  };
}

/** The fields that a schema demands, if it demands nothing else. */
function requiredOnly(schema: OpenApiSchema): readonly string[] | undefined {
  const said = Object.entries(schema).filter(([, value]) => isSaid(value));
  return said.length === 1 && schema.required.length > 0 ? schema.required : undefined;
}

function isSaid(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value instanceof Map ? value.size > 0 : value !== undefined && value !== false;
}
