import type { z } from 'zod';
import { isAnnotation } from './annotation.ts';

/** zod's definition of a type, discriminated by `type`. */
export type TypeDefinition = z.core.$ZodTypes['_zod']['def'];

/** zod's definition of a check, discriminated by `check`, and a string format also by `format`. */
export type CheckDefinition =
  | Exclude<z.core.$ZodChecks['_zod']['def'], z.core.$ZodCheckStringFormatDef>
  | z.core.$ZodCheckPropertiesDef
  | StringFormatDefinition
  | (z.core.$ZodCheckDef & { readonly check: 'custom' });

/** zod's definition of a string format. */
export type StringFormatDefinition = z.core.$ZodStringFormatChecks['_zod']['def'];

/**
 * Returns the definition of a type. Its declared type is a closed union of all zod types, so that a switch over it can be
 * exhaustive.
 */
export function zodDefinition(type: z.core.$ZodType): TypeDefinition {
  return (type as z.core.$ZodTypes)._zod.def;
}

/**
 * Returns the definitions of all checks of a type, also as a closed union, without annotations. Some types, such as
 * `z.int()`, are their own first check.
 */
export function zodChecks(type: z.core.$ZodType): readonly CheckDefinition[] {
  const { def } = type._zod;
  const own = 'check' in def ? [def] : [];
  const added = (def.checks ?? []).filter((check) => !isAnnotation(check)).map((check) => check._zod.def);
  return [...own, ...added] as readonly CheckDefinition[];
}

/**
 * Returns the inner type of a zod wrapper that only decides if a value may be absent, null or changed; undefined for
 * all other types.
 */
export function wrappedZodType(type: z.core.$ZodType): z.core.$ZodType | undefined {
  const def = zodDefinition(type);
  switch (def.type) {
    case 'default':
    case 'nonoptional':
    case 'nullable':
    case 'optional':
    case 'prefault':
    case 'readonly':
      return def.innerType;
    default:
      return undefined;
  }
}
