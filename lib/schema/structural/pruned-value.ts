import { fieldPath, itemPath } from '../field-path.ts';
import { isJsonList, isJsonObject, type JsonValue } from '../json.ts';
import { mostFindings } from '../value/finding.ts';
import { nearest } from '../value/nearest.ts';
import { entrySchema, type OpenApiSchema } from './open-api-schema.ts';

/** A value without what its schema doesn't declare. */
export interface PrunedValue {
  readonly value: JsonValue;
  /** The first of what was left out. */
  readonly dropped: readonly DroppedField[];
}

/** A field that was left out. */
export interface DroppedField {
  readonly path: string;
  /** The declared field whose name is nearest; undefined if none comes close. */
  readonly meant: string | undefined;
}

/**
 * A value as the API server keeps it: without the fields that its schema doesn't declare, unless it says that they be
 * preserved.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning
 */
export function pruned(schema: OpenApiSchema | undefined, value: JsonValue, path: string): PrunedValue {
  const dropped: DroppedField[] = [];
  return { value: kept(schema, value, { path, dropped, isPreserving: false }), dropped };
}

interface Visit {
  readonly path: string;
  readonly dropped: DroppedField[];
  /** Whether unknown fields are preserved here because they are further outside. */
  readonly isPreserving: boolean;
}

/** What every object has; its schema need not declare it. */
const objectFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

function kept(schema: OpenApiSchema | undefined, value: JsonValue, visit: Visit): JsonValue {
  const isPreserving = visit.isPreserving || schema?.preserveUnknownFields === true;
  if (isJsonList(value)) {
    if (isPreserving && schema?.items === undefined) return value;
    return value.map((item, index) =>
      kept(schema?.items, item, { ...visit, path: itemPath(visit.path, index), isPreserving }),
    );
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => keptField(schema, { name, field }, { ...visit, isPreserving })),
  );
}

function keptField(
  schema: OpenApiSchema | undefined,
  { name, field }: { readonly name: string; readonly field: JsonValue },
  visit: Visit,
): [name: string, field: JsonValue][] {
  const path = fieldPath(visit.path, name);
  if (schema?.embeddedResource === true && objectFields.has(name)) return [[name, field]];
  const declared = schema?.properties.get(name);
  const isEntry = declared === undefined && schema?.additionalProperties !== undefined;
  if (declared === undefined && !isEntry) {
    if (visit.isPreserving) return [[name, field]];
    if (visit.dropped.length < mostFindings) {
      visit.dropped.push({ path, meant: nearest(name, [...(schema?.properties.keys() ?? [])]) });
    }
    return [];
  }
  const inner = declared ?? (schema && entrySchema(schema));
  if (visit.isPreserving && inner === undefined) return [[name, field]];
  return [[name, kept(inner, field, { ...visit, path, isPreserving: false })]];
}
