// In: schemas of definitions, or of a document that an API server publishes, in which they refer to each other. Out:
// their facts about ownership, defaults and storage. Third parties write the documents of aggregated API servers.

import { isJsonObject, type JsonObject } from '../../../api/index.ts';
import { isJsonList, ownField, textOrEmpty } from '../../../schema/index.ts';
import { type FieldShape, type FieldShapes, objectMeta } from './field-shape.ts';

/**
 * The part of a document that a reader reads, and the depth of its schemas: more than any known kind has.
 */
const limits = { placeCount: 50_000, depth: 200 };

/** The prefix of references to schemas of a document. */
const referencePrefix = '#/components/schemas/';

/** Types whose storage no schema describes, by name. */
const knownTypes: FieldShapes = {
  'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta': objectMeta,
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { quantity: true },
};

/**
 * Returns the facts about ownership, defaults and storage in a custom resource's structural schema. Nothing is known of
 * fields that it doesn't name.
 *
 * @param schema - as in a CustomResourceDefinition.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy
 */
export function shapeOfSchema(schema: unknown): FieldShape {
  return new SchemaShapes({}, 'verbatim').shape(schema);
}

/**
 * Reads the schemas of some kinds, each once for any number of references, so that the time is linear in their size.
 * Shapes refer to each other as their schemas do, also in circles.
 */
export class SchemaShapes {
  readonly #definitions: JsonObject;
  readonly #storage: FieldShape;
  readonly #shapes = new Map<unknown, FieldShape>();
  readonly #fields = new Map<unknown, Record<string, FieldShape>>();
  #depth = 0;
  #placeCount = 0;
  #isUnderstood = true;

  /**
   * @param definitions - the schemas that other schemas refer to, by name.
   * @param storage - `verbatim`: values are stored as written, as in custom resources; `typed`: empty values may be
   *   dropped.
   */
  constructor(definitions: JsonObject, storage: 'verbatim' | 'typed') {
    this.#definitions = definitions;
    this.#storage = storage === 'verbatim' ? { verbatim: true } : {};
  }

  /** True if everything that has been read was understood, within the limits. If not, no shape may be relied on. */
  get isUnderstood(): boolean {
    return this.#isUnderstood;
  }

  shape(schema: unknown): FieldShape {
    if (!isJsonObject(schema)) return {};
    const known = this.#shapes.get(schema);
    if (known !== undefined) return known;
    if (this.#depth >= limits.depth || this.#placeCount >= limits.placeCount) return this.#unknownShape();
    const shape: FieldShape = {};
    // Set before the schema is read: its fields may refer to it.
    this.#shapes.set(schema, shape);
    this.#placeCount += 1;
    this.#depth += 1;
    Object.assign(shape, this.#readSchema(schema));
    this.#depth -= 1;
    return shape;
  }

  #readSchema(schema: JsonObject): FieldShape {
    const reference = referenceIn(schema);
    if (reference === undefined) {
      return hasAlternativeReferences(schema) ? this.#unknownShape() : this.#structuralShape(schema);
    }
    const filled = schema.default === undefined ? {} : { default: schema.default };
    const type = ownField(knownTypes, reference.slice(referencePrefix.length));
    if (type !== undefined) return { ...type, ...filled };
    const target = this.#resolveReference(reference);
    if (target === undefined) return this.#unknownShape();
    const { $ref: _ref, allOf: _allOf, ...own } = schema;
    return this.#structuralShape({ ...target, ...own });
  }

  /** The schema at the end of a chain of references; undefined if there is none. */
  #resolveReference(first: string): JsonObject | undefined {
    let reference: string | undefined = first;
    let target: JsonObject[string] | undefined;
    for (let hopCount = 0; reference !== undefined; hopCount++) {
      if (hopCount > limits.depth || !reference.startsWith(referencePrefix)) return undefined;
      target = ownField(this.#definitions, reference.slice(referencePrefix.length));
      reference = isJsonObject(target) ? referenceIn(target) : undefined;
    }
    return isJsonObject(target) ? target : undefined;
  }

  #structuralShape(schema: JsonObject): FieldShape {
    const { default: filled, items, properties, additionalProperties } = schema;
    const listType = schema['x-kubernetes-list-type'];
    const keys = schema['x-kubernetes-list-map-keys'];
    return {
      ...this.#storage,
      ...(filled !== undefined && { default: filled }),
      ...(schema.type === 'object' && { partial: true }),
      ...(schema['x-kubernetes-map-type'] === 'atomic' && { atomic: true }),
      ...((listType === 'map' || listType === 'set') && { associative: true }),
      ...(listType === 'map' && Array.isArray(keys) && { keys: keys.map(String).sort() }),
      ...(isJsonObject(properties) && { fields: this.#shapesOf(properties) }),
      ...(items !== undefined && { each: this.shape(items) }),
      ...(schema['x-kubernetes-preserve-unknown-fields'] === true && { each: freeForm }),
      ...(isJsonObject(additionalProperties) && { each: this.shape(additionalProperties) }),
    };
  }

  #shapesOf(properties: JsonObject): FieldShapes {
    const known = this.#fields.get(properties);
    if (known !== undefined) return known;
    const fields: Record<string, FieldShape> = {};
    this.#fields.set(properties, fields);
    for (const [name, schema] of Object.entries(properties)) {
      // A field may have the name of an inherited member.
      Object.defineProperty(fields, name, { value: this.shape(schema), enumerable: true });
    }
    return fields;
  }

  #unknownShape(): FieldShape {
    this.#isUnderstood = false;
    return {};
  }
}

/**
 * The reference in a schema, also in a wrapper that adds further keywords. A reference that isn't a string leads
 * nowhere.
 */
function referenceIn({ $ref: reference, allOf }: JsonObject): string | undefined {
  if (reference !== undefined) return textOrEmpty(reference);
  const wrapped = isJsonList(allOf) && allOf.length === 1 ? allOf[0] : undefined;
  return isJsonObject(wrapped) && wrapped.$ref !== undefined ? referenceIn({ $ref: wrapped.$ref }) : undefined;
}

/** Returns true if a schema combines references by `allOf`, `anyOf` or `oneOf`. API servers publish no such schema. */
function hasAlternativeReferences({ allOf, anyOf, oneOf }: JsonObject): boolean {
  return [allOf, anyOf, oneOf].some(
    (schemas) => Array.isArray(schemas) && schemas.some((schema) => isJsonObject(schema) && '$ref' in schema),
  );
}

/** A value without a schema: maps have owners for each of their fields, and lists are one value. */
const freeForm: FieldShape = {
  verbatim: true,
  get each() {
    return freeForm;
  },
};
