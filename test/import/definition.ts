import type { JsonObject } from '../../lib/api/index.ts';

/** What a test says of a definition. */
export interface DefinitionWords {
  readonly kind?: string;
  readonly group?: string;
  readonly version?: string;
  /** The schema of the whole object. */
  readonly schema: JsonObject;
}

/** A definition with one version. */
export function definition({
  kind = 'Box',
  group = 'example.com',
  version = 'v1',
  schema,
}: DefinitionWords): JsonObject {
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

/** The schema of an object with a spec that has some fields. */
export function objectSchema(fields: JsonObject, required: readonly string[] = []): JsonObject {
  return {
    type: 'object',
    properties: { spec: { type: 'object', properties: fields, ...(required.length > 0 && { required }) } },
  };
}
