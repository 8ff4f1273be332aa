import { declaredField, type OpenApiSchema } from '../open-api-schema.ts';

/** Whole objects by schema: types are derived, and rules compiled, once for each schema. */
const known = new WeakMap<OpenApiSchema, OpenApiSchema>();

/**
 * Returns the schema of a whole object, with the fields of every object that rules see even if they aren't declared.
 *
 * @see k8s.io/apiextensions-apiserver, pkg/apiserver/schema/cel/model/schemas.go
 */
export function wholeObject(schema: OpenApiSchema): OpenApiSchema {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const metadata = declaredField(schema, 'metadata');
  const fields = [
    ...['kind', 'apiVersion'].map((name) => declaredField(schema, name)),
    ...['name', 'generateName'].map((name) => metadata && declaredField(metadata, name)),
  ];
  const isDeclared = metadata?.type === 'object' && fields.every((field) => field?.type === 'string');
  const whole = isDeclared
    ? schema
    : { ...schema, type: 'object', properties: { ...schema.properties, ...objectFields } };
  known.set(schema, whole);
  return whole;
}

const text: OpenApiSchema = { type: 'string' };
const objectFields = {
  apiVersion: text,
  kind: text,
  metadata: { type: 'object', properties: { name: text, generateName: text } },
};
