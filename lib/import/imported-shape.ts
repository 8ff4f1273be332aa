// In: a schema. Out: the shape of its values: the part of the schema that TypeScript can express. Called for the fields
// of a kind. Equal objects have one shape, so that types are written once.

import {
  declaredField,
  declaredFields,
  entrySchema,
  hasFields,
  numberText,
  type OpenApiSchema,
  preservesUnknownFields,
} from '../schema/structural/index.ts';
import { fieldDocumentation } from './field-documentation.ts';
import { literal } from './literal.ts';

/** The part of a value's schema that TypeScript can express. */
export type Shape =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'choice'; readonly members: readonly string[] }
  | { readonly is: 'list'; readonly of: Shape }
  | { readonly is: 'map'; readonly of: Shape }
  | { readonly is: 'nullable'; readonly of: Shape }
  | ImportedObject;

/** An object with known fields. */
export interface ImportedObject {
  readonly is: 'object';
  readonly fields: readonly ImportedField[];
  /** True if it may have undeclared fields. */
  readonly isOpen: boolean;
}

/** A known field of an object. */
export interface ImportedField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly documentation: string;
  readonly shape: Shape;
}

/** The shapes of schemas; equal objects have the same shape. */
export class ImportedShapes {
  readonly #objects = new Map<string, ImportedObject>();
  readonly #numbers = new Map<ImportedObject, number>();

  /**
   * Returns the shape of a schema's values.
   *
   * @param outer - the schema of the list around them: its items inherit the preservation of unknown fields.
   */
  of(schema: OpenApiSchema, outer?: OpenApiSchema): Shape {
    const isPreserving = outer !== undefined && preservesUnknownFields(outer);
    const shape = this.#notNull(isPreserving ? { ...schema, 'x-kubernetes-preserve-unknown-fields': true } : schema);
    // API servers reject null for every enum, even if it is listed.
    const isNullable = schema.nullable && schema.enum === undefined;
    return isNullable && shape !== unknown ? { is: 'nullable', of: shape } : shape;
  }

  /** Returns the shape of an object with some fields of a schema. */
  object(schema: OpenApiSchema, isIncluded: (field: string) => boolean = () => true): ImportedObject {
    const fields = declaredFields(schema)
      .filter(([name]) => isIncluded(name))
      .map(([name, inner]): ImportedField => {
        const isMetadata = schema['x-kubernetes-embedded-resource'] && name === 'metadata';
        return {
          name,
          isRequired: schema.required?.includes(name) === true && inner.default === undefined,
          documentation: fieldDocumentation(inner),
          shape: isMetadata ? anyMap : this.of(inner),
        };
      });
    return this.#interned({ is: 'object', fields, isOpen: isOpenObject(schema) });
  }

  #notNull(schema: OpenApiSchema): Shape {
    const isScalar = schema.type !== 'array' && schema.type !== 'object';
    if (schema.enum !== undefined && isScalar) return choiceShape(schema.enum);
    if (schema['x-kubernetes-int-or-string']) return { is: 'text', text: 'number | string' };
    if (schema['x-kubernetes-embedded-resource']) return this.#resource(schema);
    switch (schema.type) {
      case 'string':
      case 'boolean':
      case 'number':
        return { is: 'text', text: schema.type };
      case 'integer':
        return { is: 'text', text: 'number' };
      case 'array':
        return { is: 'list', of: schema.items === undefined ? unknown : this.of(schema.items, schema) };
      default:
        return this.#map(schema);
    }
  }

  #map(schema: OpenApiSchema): Shape {
    if (hasFields(schema)) return this.object(schema);
    const entries = entrySchema(schema);
    if (entries !== undefined) return { is: 'map', of: this.of(entries) };
    if (schema.additionalProperties === true) return anyMap;
    if (preservesUnknownFields(schema)) return schema.type === 'object' ? anyMap : unknown;
    return schema.type === 'object' ? { is: 'map', of: { is: 'text', text: 'never' } } : unknown;
  }

  /** Returns the shape of a complete object of any kind. */
  #resource(schema: OpenApiSchema): Shape {
    const named = ['apiVersion', 'kind'].map((name): ImportedField => {
      const declared = declaredField(schema, name);
      const shape: Shape = declared === undefined ? { is: 'text', text: 'string' } : this.of(declared);
      return { name, isRequired: true, documentation: '', shape };
    });
    const metadata: ImportedField = { name: 'metadata', isRequired: false, documentation: '', shape: anyMap };
    const { fields, isOpen } = this.object(schema, (field) => !['apiVersion', 'kind', 'metadata'].includes(field));
    return this.#interned({ is: 'object', fields: [...named, metadata, ...fields], isOpen });
  }

  #interned(object: ImportedObject): ImportedObject {
    const key = JSON.stringify([
      object.isOpen,
      object.fields.map(({ name, isRequired, documentation, shape }) => [
        name,
        isRequired,
        documentation,
        this.#key(shape),
      ]),
    ]);
    const before = this.#objects.get(key);
    if (before !== undefined) return before;
    this.#objects.set(key, object);
    this.#numbers.set(object, this.#numbers.size);
    return object;
  }

  #key(shape: Shape): unknown {
    switch (shape.is) {
      case 'object':
        return this.#numbers.get(shape);
      case 'list':
      case 'map':
      case 'nullable':
        return [shape.is, this.#key(shape.of)];
      case 'choice':
        return [shape.members];
      case 'text':
        return shape.text;
    }
  }
}

const unknown: Shape = { is: 'text', text: 'unknown' };
const anyMap: Shape = { is: 'map', of: unknown };

/**
 * Returns true if objects may have undeclared fields. API servers reject definitions with both keywords, other tools
 * don't.
 */
function isOpenObject(schema: OpenApiSchema): boolean {
  return preservesUnknownFields(schema) || (schema.additionalProperties ?? false) !== false;
}

function choiceShape(values: readonly unknown[]): Shape {
  // Lists and maps are too complex for a union.
  const isScalar = values.every((value) => typeof value !== 'object' || value === null);
  if (!isScalar) return unknown;
  const members = values.filter((value) => value !== null).map(choiceMember);
  return members.length === 0 ? { is: 'text', text: 'never' } : { is: 'choice', members: [...new Set(members)] };
}

/** A number that JavaScript can't represent exactly has no usable literal. */
function choiceMember(value: unknown): string {
  return typeof value === 'number' ? (numberText(value) === String(value) ? String(value) : 'number') : literal(value);
}
