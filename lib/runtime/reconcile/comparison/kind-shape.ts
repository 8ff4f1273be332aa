import type { JsonObject } from '../../../api/index.ts';
import { type FieldShape, type FieldShapes, objectMeta } from './field-shape.ts';
import { SchemaShapes } from './schema-shape.ts';
import definitions from './shapes.json' with { type: 'json' };

/** The schemas of built-in kinds, reduced by `.config/built-in-shape.ts`. */
const builtIn: {
  /** API version → kind → schema. */
  readonly kinds: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  readonly schemas: JsonObject;
} = definitions;

const reader = new SchemaShapes(builtIn.schemas, 'typed');

/** The shapes that were read: each when it is first needed. */
const shapes = new Map<JsonObject, FieldShape>();

const customResource: FieldShape = { partial: true, fields: { metadata: objectMeta } };

/** Returns the known shape of an object's kind. */
export type ShapeOf = (object: { readonly apiVersion: string; readonly kind: string }) => FieldShape;

/**
 * Returns the shape of a kind's objects without their status, the same for all supported versions of the API server. Of
 * kinds that aren't built in, only the metadata is known.
 */
export const shapeOfKind: ShapeOf = ({ apiVersion, kind }) => {
  const schema = builtIn.kinds[apiVersion]?.[kind];
  if (schema === undefined) return customResource;
  const known = shapes.get(schema);
  if (known !== undefined) return known;
  const { fields } = reader.shape(schema);
  const shape = { fields: { ...(kind === 'Pod' ? withAdmittedTolerations(fields) : fields), metadata: objectMeta } };
  shapes.set(schema, shape);
  return shape;
};

/** Returns true if the shape of a kind is built in. */
export function isShapeBuiltIn({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): boolean {
  return builtIn.kinds[apiVersion]?.[kind] !== undefined;
}

/**
 * The admission plugin DefaultTolerationSeconds appends tolerations to those of every pod; their duration is configured.
 */
function withAdmittedTolerations({ spec, ...fields }: FieldShapes = {}): FieldShapes {
  const appended = ['not-ready', 'unreachable'].map((state) => ({
    key: `node.kubernetes.io/${state}`,
    operator: 'Exists',
    effect: 'NoExecute',
  }));
  return { ...fields, spec: { ...spec, fields: { ...spec?.fields, tolerations: { appended } } } };
}
