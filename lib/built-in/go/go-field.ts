import learned from '../data/go-fields.json' with { type: 'json' };
import type { SchemaNode } from '../schema-node.ts';
import { timeLayouts } from '../value/time-layout.ts';

/** A field as Go declares it, as far as the OpenAPI definitions don't say so. */
export interface GoField {
  /** The path through the structs that Go embeds, such as `VolumeSource.emptyDir`. */
  readonly path?: string;
  /** The type, such as `v1.Protocol`. */
  readonly type?: string;
}

/**
 * Definition → field → its declaration in Go. `.config/built-in-data.ts` learns it from the errors of a real API
 * server.
 */
export type GoFields = Readonly<Record<string, Readonly<Record<string, GoField>>>>;

/** A declared field of an object, and the field that it is in. */
export interface StructField {
  readonly definition: string;
  readonly name: string;
  /** Undefined for the fields of the whole object. */
  readonly outer: StructField | undefined;
}

const learnedFields: GoFields = learned;

/** Returns the struct and path of a field as Go's errors name it: `PodSpec.spec.nodeName`. */
export function goFieldPath(field: StructField, fields: GoFields = learnedFields): string {
  const names: string[] = [];
  for (let each: StructField | undefined = field; each !== undefined; each = each.outer) {
    names.unshift(fields[each.definition]?.[each.name]?.path ?? each.name);
  }
  return [structName(field.definition), ...names].join('.');
}

/**
 * Returns the type of a value of a field.
 *
 * @param depth - the number of lists and maps between the field and the value.
 */
export function goTypeOf(schema: SchemaNode, field: StructField, depth: number): string {
  let type = learnedFields[field.definition]?.[field.name]?.type;
  for (let level = 0; level < depth; level += 1) type = innerType(type);
  return type ?? goTypeName(schema);
}

/** Returns `v1.Capability` for `[]v1.Capability`; undefined for a type without items. */
function innerType(type: string | undefined): string | undefined {
  return type === undefined ? undefined : /^(?:\[\]|map\[[^\]]*\])(.+)$/.exec(type)?.[1];
}

/** Returns the type that a schema has in Go by itself. */
export function goTypeName(schema: SchemaNode): string {
  const { definition, type, items } = schema;
  const { format } = schema.raw;
  if (timeLayouts[structName(definition)] !== undefined) return 'string';
  if (format === 'int-or-string') return 'int32';
  if (definition !== '') return `${definition.split('.').at(-2) ?? ''}.${structName(definition)}`;
  switch (type) {
    case 'array':
      return `[]${items === undefined ? 'interface {}' : goTypeName(items)}`;
    case 'object':
      return `map[string]${schema.field('') === undefined ? 'interface {}' : goTypeName(schema.field('') ?? schema)}`;
    case 'boolean':
      return 'bool';
    case 'integer':
      return typeof format === 'string' ? format : 'int64';
    case 'number':
      return 'float64';
    default:
      return format === 'byte' ? '[]uint8' : 'string';
  }
}

/** Returns `Container` for `io.k8s.api.core.v1.Container`. */
export function structName(definition: string): string {
  return definition.slice(definition.lastIndexOf('.') + 1);
}
