import type { z } from 'zod';
import { isAnnotation } from './annotation.ts';

/** What zod knows of a type, told apart by `type`. */
export type TypeDefinition = z.core.$ZodTypes['_zod']['def'];

/** What zod knows of a check, told apart by `check`, a string format further by `format`. */
export type CheckDefinition =
  | Exclude<z.core.$ZodChecks['_zod']['def'], z.core.$ZodCheckStringFormatDef>
  | z.core.$ZodCheckPropertiesDef
  | StringFormatDefinition
  | (z.core.$ZodCheckDef & { readonly check: 'custom' });

/** What zod knows of a format of strings. */
export type StringFormatDefinition = z.core.$ZodStringFormatChecks['_zod']['def'];

/** The definition of a type. zod types it openly; the union of all that zod has is closed, so that a switch can be total. */
export function definition(type: z.core.$ZodType): TypeDefinition {
  return (type as z.core.$ZodTypes)._zod.def;
}

/** The definitions of all checks of a type, closed likewise, without annotations. Some types, such as `z.int()`, are their own first check. */
export function checksOf(type: z.core.$ZodType): readonly CheckDefinition[] {
  const { def } = type._zod;
  const own = 'check' in def ? [def] : [];
  const added = (def.checks ?? []).filter((check) => !isAnnotation(check)).map((check) => check._zod.def);
  return [...own, ...added] as readonly CheckDefinition[];
}

/** The type inside one that only says whether a value may be left out, be null, or be changed; undefined for all others. */
export function wrapped(type: z.core.$ZodType): z.core.$ZodType | undefined {
  const def = definition(type);
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
