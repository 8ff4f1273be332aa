import type { JsonObject } from '../../lib/api/index.ts';

/** Options of {@link definition}. */
export interface DefinitionOptions {
  readonly kind?: string;
  readonly group?: string;
  readonly version?: string;
  /** The schema of the whole object. */
  readonly schema: JsonObject;
}

/** Returns a CRD with one version. */
export function definition({
  kind = 'Box',
  group = 'example.com',
  version = 'v1',
  schema,
}: DefinitionOptions): JsonObject {
  const plural = `${kind.toLowerCase()}es`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names: { kind, plural },
      scope: 'Namespaced',
      versions: [{ name: version, served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

/** Returns the schema of an object with some fields in its spec. */
export function objectSchema(fields: JsonObject, required: readonly string[] = []): JsonObject {
  return {
    type: 'object',
    properties: { spec: { type: 'object', properties: fields, ...(required.length > 0 && { required }) } },
  };
}
