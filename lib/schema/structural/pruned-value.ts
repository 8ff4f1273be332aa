import { fieldPath, itemPath } from '../field-path.ts';
import { isJsonList, isJsonObject, type JsonValue } from '../json.ts';
import { declaredField, declaredFields, entrySchema, type OpenApiSchema } from '../open-api-schema.ts';
import { mostFindings } from '../value/finding.ts';
import { nearestName } from '../value/nearest-name.ts';

/** A value without undeclared fields. */
export interface PrunedValue {
  readonly value: JsonValue;
  /** The first removed fields. */
  readonly dropped: readonly DroppedField[];
}

/** A removed field. */
export interface DroppedField {
  readonly path: string;
  /** The declared field with the most similar name; undefined if none is similar. */
  readonly meant: string | undefined;
}

/**
 * Returns a value as the API server stores it: without undeclared fields, unless the schema preserves unknown fields.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning
 */
export function prunedValue(schema: OpenApiSchema | undefined, value: JsonValue, path: string): PrunedValue {
  const dropped: DroppedField[] = [];
  return { value: keptValue(schema, value, { path, dropped, isPreserving: false }), dropped };
}

interface Visit {
  readonly path: string;
  readonly dropped: DroppedField[];
  /** True if an enclosing schema preserves unknown fields. */
  readonly isPreserving: boolean;
}

/** The fields of every object, which its schema need not declare. */
const objectFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

function keptValue(schema: OpenApiSchema | undefined, value: JsonValue, visit: Visit): JsonValue {
  const isPreserving = visit.isPreserving || schema?.['x-kubernetes-preserve-unknown-fields'] === true;
  if (isJsonList(value)) {
    const items = schema?.items;
    // A value of another type than its schema's is refused as a whole.
    if (schema !== undefined && items === undefined) return value;
    return value.map((item, index) =>
      keptValue(items, item, { ...visit, path: itemPath(visit.path, index), isPreserving }),
    );
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) =>
      keptFieldEntry(schema, { name, field }, { ...visit, isPreserving }),
    ),
  );
}

function keptFieldEntry(
  schema: OpenApiSchema | undefined,
  { name, field }: { readonly name: string; readonly field: JsonValue },
  visit: Visit,
): [name: string, field: JsonValue][] {
  const path = fieldPath(visit.path, name);
  if (schema?.['x-kubernetes-embedded-resource'] && objectFields.has(name)) return [[name, field]];
  const declared = schema && declaredField(schema, name);
  const isEntry = declared === undefined && schema?.additionalProperties !== undefined;
  if (declared === undefined && !isEntry) {
    if (visit.isPreserving) return [[name, field]];
    if (visit.dropped.length < mostFindings) {
      const names = declaredFields(schema ?? {}).map(([known]) => known);
      visit.dropped.push({ path, meant: nearestName(name, names) });
    }
    return [];
  }
  // With `additionalProperties: true` the entries have no schema, and objects in them keep no field.
  const inner = declared ?? (schema && entrySchema(schema));
  return [[name, keptValue(inner, field, { ...visit, path, isPreserving: false })]];
}
