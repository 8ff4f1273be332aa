// In: an OpenAPI schema of a definition or of Kubernetes' own kinds. Out: the facts that merging, pruning of fields and field
// ownership need. Called by apply, patch and decoding.

import { isJsonObject, type JsonObject, type JsonValue } from '../api/index.ts';
import { getOrMake, isJsonList, textList } from '../schema/index.ts';

/** Resolves `#/components/schemas/{name}`. */
export type Definitions = (name: string) => JsonObject | undefined;

const nodes = new WeakMap<JsonObject, SchemaNode>();

/** One schema, whose inner schemas are read when needed. */
export class SchemaNode {
  readonly raw: JsonObject;
  /** True for the schemas of custom resources, which structural schemas describe. */
  readonly isStructural: boolean;
  /** The full name of the definition that the schema refers to, such as `io.k8s.api.core.v1.Container`; else empty. */
  readonly definition: string;
  readonly #definitions: Definitions;

  private constructor(raw: JsonObject, definitions: Definitions, { isStructural = false, definition = '' }) {
    this.raw = raw;
    this.definition = definition;
    this.#definitions = definitions;
    this.isStructural = isStructural;
  }

  /** Returns the node of a schema of Kubernetes' own kinds, in which references are resolved by name. */
  static builtIn(raw: JsonObject, definitions: Definitions): SchemaNode {
    return getOrMake(nodes, raw, () => {
      const definition = referredDefinition(raw) ?? '';
      return new SchemaNode(resolved(raw, definitions), definitions, { definition });
    });
  }

  static structural(raw: JsonObject, definitions: Definitions): SchemaNode {
    return getOrMake(nodes, raw, () => new SchemaNode(raw, definitions, { isStructural: true }));
  }

  /** Returns the schema of a field, declared or of all entries; undefined if the field isn't known. */
  field(name: string): SchemaNode | undefined {
    const { properties, additionalProperties } = this.raw;
    const declared = isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const inner = declared ?? additionalProperties;
    return isJsonObject(inner) ? this.#node(inner) : undefined;
  }

  get fieldNames(): readonly string[] {
    return isJsonObject(this.raw.properties) ? Object.keys(this.raw.properties) : [];
  }

  /** True for the schema of a kind, as opposed to that of a part of its objects. */
  get isKind(): boolean {
    return this.raw['x-kubernetes-group-version-kind'] !== undefined;
  }

  isDeclared(name: string): boolean {
    return isJsonObject(this.raw.properties) && Object.hasOwn(this.raw.properties, name);
  }

  get items(): SchemaNode | undefined {
    return isJsonObject(this.raw.items) ? this.#node(this.raw.items) : undefined;
  }

  get type(): string | undefined {
    return typeof this.raw.type === 'string' ? this.raw.type : undefined;
  }

  /** A map of entries, as opposed to a struct with declared fields. */
  get isMap(): boolean {
    return isJsonObject(this.raw.additionalProperties);
  }

  /** Lists are atomic by default. */
  get listType(): 'atomic' | 'map' | 'set' {
    const listType = this.raw['x-kubernetes-list-type'];
    return listType === 'map' || listType === 'set' ? listType : 'atomic';
  }

  get listKeys(): readonly string[] {
    return textList(this.raw['x-kubernetes-list-map-keys']);
  }

  get isAtomicMap(): boolean {
    const isFree = this.type === 'object' && this.raw.properties === undefined && !this.isMap;
    return this.raw['x-kubernetes-map-type'] === 'atomic' || (isFree && !this.isStructural);
  }

  get preservesUnknownFields(): boolean {
    return this.raw['x-kubernetes-preserve-unknown-fields'] === true;
  }

  get default(): JsonValue | undefined {
    return this.raw.default;
  }

  /** The key by which a strategic merge patch merges the items of a list; undefined if it replaces the list. */
  get mergeKey(): string | undefined {
    const key = this.raw['x-kubernetes-patch-merge-key'];
    return this.#strategies.includes('merge') && typeof key === 'string' ? key : undefined;
  }

  /** True if a strategic merge patch adds to a list of scalars. */
  get isMerged(): boolean {
    return this.#strategies.includes('merge');
  }

  get #strategies(): readonly string[] {
    const strategy = this.raw['x-kubernetes-patch-strategy'];
    return typeof strategy === 'string' ? strategy.split(',') : [];
  }

  #node(raw: JsonObject): SchemaNode {
    const known = nodes.get(raw);
    if (known !== undefined) return known;
    const isReference = referredDefinition(raw) !== undefined;
    return this.isStructural && !isReference
      ? SchemaNode.structural(raw, this.#definitions)
      : SchemaNode.builtIn(raw, this.#definitions);
  }
}

function resolved(raw: JsonObject, definitions: Definitions): JsonObject {
  const name = referredDefinition(raw);
  const target = name === undefined ? undefined : definitions(name);
  if (target === undefined) return raw;
  const { allOf: _, $ref: _ref, ...own } = raw;
  return { ...resolved(target, definitions), ...own };
}

function referredDefinition({ allOf, $ref }: JsonObject): string | undefined {
  const [only] = isJsonList(allOf) && allOf.length === 1 ? allOf : [];
  const target = $ref ?? (isJsonObject(only) ? only.$ref : undefined);
  return typeof target === 'string' ? target.slice(target.lastIndexOf('/') + 1) : undefined;
}
