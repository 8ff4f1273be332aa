import { fieldSchema, type OpenApiSchema } from '../../open-api-schema.ts';
import type { Rule } from '../../rule.ts';

/**
 * Returns the names in the `fieldPath` of a rule: `.a.b`, or `['a.b']` for names with dots; undefined if it has another
 * form.
 */
export function ruleField(fieldPath: string): string[] | undefined {
  const segments = [...fieldPath.matchAll(/\.([^.[\]'"\s]+)|\['((?:[^'\\]|\\.)+)'\]/gy)];
  const isWhole = segments.map(([segment]) => segment).join('') === fieldPath;
  if (!isWhole || segments.length === 0) return undefined;
  return segments.map(([, name, quoted = '']) => name ?? quoted.replace(/\\(.)/g, '$1'));
}

/** Returns true if the `fieldPath` of a rule, if there is one, names a field of the rule's value. */
export function hasBlamedField({ fieldPath = '' }: Rule, schema: OpenApiSchema): boolean {
  if (fieldPath === '') return true;
  const segments = ruleField(fieldPath);
  return segments !== undefined && hasField(schema, segments);
}

/** Returns true if a schema has a field at that path: in objects by declared names, in maps by any name. */
function hasField(schema: OpenApiSchema, [name, ...inside]: readonly string[]): boolean {
  if (name === undefined) return true;
  const inner = fieldSchema(schema, name);
  return inner !== undefined && hasField(inner, inside);
}
