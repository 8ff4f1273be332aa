import type { JsonSchemaProps } from '../json-schema-props.ts';

/** The names in the `fieldPath` of a rule: `.a.b`, or `['a.b']` for names with dots; undefined if it is something else. */
export function ruleField(fieldPath: string): string[] | undefined {
  const segments = [...fieldPath.matchAll(/\.([^.[\]'"\s]+)|\['((?:[^'\\]|\\.)+)'\]/gy)];
  const isWhole = segments.map(([segment]) => segment).join('') === fieldPath;
  if (!isWhole || segments.length === 0) return undefined;
  return segments.map(([, name, quoted = '']) => name ?? quoted.replace(/\\(.)/g, '$1'));
}

/** Whether a schema has a field so deep inside: in objects by their names, in maps by any. */
export function hasField(schema: JsonSchemaProps, [name, ...inside]: readonly string[]): boolean {
  if (name === undefined) return true;
  const { properties = {}, additionalProperties } = schema;
  const inner = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
  return inner !== undefined && hasField(inner, inside);
}
