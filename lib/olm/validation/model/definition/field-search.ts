import { declaredField, declaredFields, entrySchema, type OpenApiSchema } from '../../../../schema/structural/index.ts';

/** The result of a search for a field in a schema: it exists, doesn't exist, or is unknown. */
export type FieldSearch =
  | { readonly found: true; readonly schema: OpenApiSchema | undefined }
  | { readonly found: false; readonly missing: string; readonly known: readonly string[] };

/**
 * Follows a path of fields, items and entries through a schema.
 *
 * @param segments - names of fields; `[0]` and the like for items.
 */
export function searchSchemaField(schema: OpenApiSchema | undefined, segments: readonly string[]): FieldSearch {
  const [segment, ...rest] = segments;
  if (schema === undefined || segment === undefined) return { found: true, schema };
  if (/^\[.*\]$/.test(segment)) {
    if (schema.items !== undefined) return searchSchemaField(schema.items, rest);
  } else {
    // Consoles accept an item's index also as a name.
    const isIndex = schema.items !== undefined && /^\d+$/.test(segment);
    const field = isIndex ? schema.items : declaredField(schema, segment);
    if (field !== undefined) return searchSchemaField(field, rest);
    if (schema['x-kubernetes-embedded-resource'] && ['apiVersion', 'kind', 'metadata'].includes(segment)) {
      return { found: true, schema: undefined };
    }
  }
  const entries = entrySchema(schema);
  if (entries !== undefined) return searchSchemaField(entries, rest);
  const isAnything = schema['x-kubernetes-preserve-unknown-fields'] === true || schema.additionalProperties === true;
  const isUntyped = schema.type === undefined && !schema['x-kubernetes-int-or-string'];
  if (isAnything || isUntyped) return { found: true, schema: undefined };
  return { found: false, missing: segment, known: declaredFields(schema).map(([name]) => name) };
}

/** Adds `[0]` to each list in the path without an index; undefined if the path leads nowhere even so. */
export function firstItemPath(
  schema: OpenApiSchema | undefined,
  segments: readonly string[],
): readonly string[] | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return [];
  const search = searchSchemaField(schema, [segment]);
  if (!search.found && schema?.items === undefined) return undefined;
  const [first, below] = search.found
    ? [segment, firstItemPath(search.schema, rest)]
    : ['[0]', firstItemPath(schema?.items, segments)];
  return below && [first, ...below];
}

/** Splits the path of a searched field into segments: `a[0].b`, `a.0.b`, `a["b.c"]`, with or without a leading dot. */
export function fieldPathSegments(path: string): string[] {
  const parts = path.matchAll(/\[(?:'([^']*)'|"([^"]*)")\]|(\[[^[\]]*\])|([^.[\]]+)/g);
  return [...parts].map(([, single, double, item, name]) => single ?? double ?? item ?? name ?? '');
}
