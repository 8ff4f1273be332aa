// In: the OpenAPI definitions and the defaults of built-in kinds. Out: their schemas with only the keywords that decide how a
// server-side apply merges and stores values. Called by `built-in-data.ts`.

import {
  apiVersion,
  builtInKinds,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Kind,
} from '../lib/api/index.ts';
import { objectList } from '../lib/schema/index.ts';
import { textsAt } from '../lib/schema/json-part.ts';

type Schemas = Readonly<Record<string, JsonObject>>;

/** A default that depends on another field. */
const dependentDefaults: Schemas = { 'io.k8s.api.rbac.v1.Subject': { apiGroup: 'rbac.authorization.k8s.io' } };

/** Types that the library's own shapes describe. */
const knownTypes = /\.(Quantity|ObjectMeta)$/;

const prefix = '#/components/schemas/';

/**
 * Returns the reduced schemas of all built-in kinds, by API version and kind, and of the types in them, by name. A kind has no
 * metadata and no status. The schemas omit places without keywords. They omit a default unless it belongs to a value of one
 * owner, or to a key of a list.
 *
 * @param learned - definition → the defaults of its fields.
 */
export function builtInShapes(definitions: Schemas, learned: Schemas): object {
  return new Reduction(definitions, { ...learned, ...dependentDefaults }).result();
}

class Reduction {
  readonly #definitions: Schemas;
  readonly #defaults: Schemas;
  readonly #schemas: Record<string, JsonObject> = {};
  /** The types of values that are, or are in, values of one owner. */
  readonly #inParts = new Set<string>();
  /** Type → the fields that identify its values in a list. */
  readonly #keys = new Map<string, readonly string[]>();

  constructor(definitions: Schemas, defaults: Schemas) {
    this.#definitions = definitions;
    this.#defaults = defaults;
  }

  result(): object {
    const found = builtInKinds().map((kind) => ({ kind, schema: this.#schemaOf(kind) }));
    for (const { schema } of found) this.#findParts(schema, false, new Set());
    const kinds: Record<string, Record<string, JsonObject>> = {};
    for (const { kind, schema } of found) {
      const version = apiVersion(kind);
      kinds[version] = { ...kinds[version], [kind.kind]: this.#content(schema, '') };
    }
    const used = Object.entries(this.#schemas).filter(([, schema]) => Object.keys(schema).length > 0);
    return { kinds, schemas: Object.fromEntries(used) };
  }

  #schemaOf({ group, version, kind }: Kind): JsonObject {
    const isOfKind = ({ 'x-kubernetes-group-version-kind': names }: JsonObject) =>
      objectList(names).some((name) => name.group === group && name.version === version && name.kind === kind);
    const definition = Object.values(this.#definitions).find(isOfKind) ?? {};
    const { metadata: _metadata, status: _status, ...properties } = fieldsOf(definition);
    return { ...definition, properties };
  }

  #findParts(schema: JsonObject, isInPart: boolean, seen: Set<string>): void {
    const name = typeName(schema);
    if (name !== '') {
      if (knownTypes.test(name) || seen.has(`${name} ${isInPart}`)) return;
      seen.add(`${name} ${isInPart}`);
      if (isInPart) this.#inParts.add(name);
    }
    const { items, additionalProperties, ...whole } = this.#definitions[name] ?? schema;
    const isPart = isInPart || whole['x-kubernetes-map-type'] === 'atomic';
    if (isPart && name !== '') this.#inParts.add(name);
    for (const field of Object.values(fieldsOf(whole))) this.#findParts(field, isPart, seen);
    if (isJsonObject(additionalProperties)) this.#findParts(additionalProperties, isPart, seen);
    if (!isJsonObject(items)) return;
    this.#findParts(items, isPart || !isMerged(whole), seen);
    const keys = textsAt(whole, 'x-kubernetes-list-map-keys');
    if (keys.length > 0) this.#keys.set(typeName(items), keys);
  }

  /** @param filled - the default that the place has by the type around it; undefined if none is kept there. */
  #place(schema: JsonObject, filled: JsonValue | undefined): JsonObject {
    const name = typeName(schema);
    const { 'x-kubernetes-map-type': mapType } = schema;
    const reference = {
      ...(this.#isReduced(name) && { $ref: prefix + shortName(name) }),
      ...(mapType !== undefined && { 'x-kubernetes-map-type': mapType }),
    };
    return {
      ...(name === '' ? this.#content(schema, '') : reference),
      ...(filled !== undefined && { default: filled }),
    };
  }

  #content(schema: JsonObject, type: string): JsonObject {
    const { items, additionalProperties } = schema;
    const places = Object.entries(fieldsOf(schema))
      .map(([name, field]) => [name, this.#place(field, this.#default(field, name, type))] as const)
      .filter(([, place]) => Object.keys(place).length > 0);
    const item = isJsonObject(items) ? this.#place(items, undefined) : {};
    return {
      ...(schema['x-kubernetes-map-type'] === 'atomic' && { 'x-kubernetes-map-type': 'atomic' }),
      ...(isMerged(schema) && { 'x-kubernetes-list-type': schema['x-kubernetes-list-type'] }),
      ...(places.length > 0 && { properties: Object.fromEntries(places) }),
      ...(Object.keys(item).length > 0 && { items: item }),
      ...(isJsonObject(additionalProperties) && { additionalProperties: this.#place(additionalProperties, undefined) }),
    };
  }

  /** Returns the default of a field that is kept. An empty object stands for the defaults of its type. */
  #default(field: JsonObject, name: string, type: string): JsonValue | undefined {
    if (!this.#inParts.has(type) && this.#keys.get(type)?.includes(name) !== true) return undefined;
    const learned = this.#defaults[type]?.[name];
    const { default: published } = field;
    if (learned !== undefined || published === '' || published === 0) return learned;
    if (isJsonObject(published) && Object.keys(published).length === 0) return this.#defaults[typeName(field)];
    return published;
  }

  #isReduced(name: string): boolean {
    if (knownTypes.test(name)) return true;
    const short = shortName(name);
    if (this.#schemas[short] === undefined) {
      // Set before its fields are read: a type may contain itself.
      this.#schemas[short] = { $ref: name };
      this.#schemas[short] = this.#content(this.#definitions[name] ?? {}, name);
    }
    return Object.keys(this.#schemas[short]).length > 0;
  }
}

function fieldsOf({ properties = {} }: JsonObject): Schemas {
  return Object.fromEntries(Object.entries(properties ?? {}).filter(([, field]) => isJsonObject(field)));
}

/** Returns true if the items of a list have owners of their own. */
function isMerged({ 'x-kubernetes-list-type': listType = 'atomic' }: JsonObject): boolean {
  return listType !== 'atomic';
}

/** Returns the name of the type that a schema refers to; empty for none. */
function typeName({ $ref, allOf }: JsonObject): string {
  const [only] = objectList(allOf);
  const reference = $ref ?? only?.$ref;
  return typeof reference === 'string' ? reference.slice(prefix.length) : '';
}

function shortName(name: string): string {
  return knownTypes.test(name) ? name : name.replace(/^io\.k8s\.(api\.)?/, '');
}
