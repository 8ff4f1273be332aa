// In: objects of built-in kinds, each with a field of a wrong type. Out: the names and types of the fields that an API server's
// errors show, as far as the OpenAPI definitions don't say so. Called by `built-in-data.ts`.

import { isJsonObject, type JsonObject, type JsonValue } from '../lib/api/index.ts';
import { type GoField, type GoFields, goFieldPath, goTypeName, type StructField } from '../lib/built-in/go/go-field.ts';
import type { SchemaNode } from '../lib/built-in/schema-node.ts';
import { scalarText } from '../lib/schema/json-part.ts';
import { builtInTypes, createdTypes } from '../lib/testing/embedded/built-in/built-in-types.ts';
import type { ConformanceServer } from '../test/conformance/conformance-server.ts';

/** The text in which the decoder names a field, its type and its struct. */
const mismatch = /json: cannot unmarshal \w+ into Go struct field (\S+) of type (.+)$/;

/** Learns the declarations of fields from an API server. */
export async function builtInGoFields(server: ConformanceServer, namespace: string): Promise<GoFields> {
  const found: Record<string, Record<string, GoField>> = {};
  const seen = new Set<string>();
  for (const { schema, apiVersion, kind, plural, isNamespaced } of [...builtInTypes(), ...createdTypes().values()]) {
    const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const path = `${root}/${isNamespaced ? `namespaces/${namespace}/` : ''}${plural}?dryRun=All`;
    const objectWith = (fields: JsonValue) => ({ apiVersion, kind, ...(isJsonObject(fields) && fields) });
    for (const { wrong, field, object } of wrongFields({ schema, field: undefined, objectWith }, seen)) {
      const body = JSON.stringify(object);
      const sent = { method: 'POST', path, body, contentType: 'application/json', accept: 'application/json' };
      const response = await server.send(sent);
      const message = isJsonObject(response.body) ? scalarText(response.body.message) : '';
      const declared = declaredField(message, { schema: wrong, goPath: goFieldPath(field, found), name: field.name });
      if (declared !== undefined) found[field.definition] = { ...found[field.definition], [field.name]: declared };
    }
  }
  return found;
}

/** Returns the facts about a field that the definitions lack; undefined if they lack none. */
function declaredField(
  message: string,
  { schema, goPath, name }: { readonly schema: SchemaNode; readonly goPath: string; readonly name: string },
): GoField | undefined {
  const [, path = goPath, type = goTypeName(schema)] = mismatch.exec(message) ?? [];
  const field = {
    ...(path !== goPath && { path: path.slice(goPath.length - name.length) }),
    ...(type !== goTypeName(schema) && { type }),
  };
  return Object.keys(field).length === 0 ? undefined : field;
}

/** A field of an object that has a value of a wrong type there. */
interface WrongField {
  readonly wrong: SchemaNode;
  readonly field: StructField;
  readonly object: JsonObject;
}

/** A value of an object. */
interface Place {
  readonly schema: SchemaNode;
  /** Undefined for the whole object. */
  readonly field: StructField | undefined;
  /** Returns the object with a value at the place. */
  readonly objectWith: (value: JsonValue) => JsonObject;
}

/** Yields the fields below a place whose definitions weren't seen yet, outer ones first. */
function* wrongFields({ schema, field, objectWith }: Place, seen: Set<string>): Generator<WrongField> {
  const { items, definition } = schema;
  const entries = schema.isMap ? schema.field('') : undefined;
  if (items !== undefined) yield* wrongFields({ schema: items, field, objectWith: (item) => objectWith([item]) }, seen);
  if (entries !== undefined)
    yield* wrongFields({ schema: entries, field, objectWith: (entry) => objectWith({ a: entry }) }, seen);
  if (seen.has(definition)) return;
  seen.add(definition);
  for (const name of schema.fieldNames) {
    const inner = schema.field(name);
    if (inner === undefined || (schema.isKind && (name === 'apiVersion' || name === 'kind'))) continue;
    const place: Place = {
      schema: inner,
      field: { definition, name, outer: field },
      objectWith: (value) => objectWith({ [name]: value }),
    };
    yield { wrong: inner, field: { definition, name, outer: field }, object: place.objectWith(wrongValue(inner)) };
    yield* wrongFields(place, seen);
  }
}

function wrongValue({ type }: SchemaNode): JsonValue {
  return type === 'integer' || type === 'number' || type === 'boolean' ? 'a' : true;
}
