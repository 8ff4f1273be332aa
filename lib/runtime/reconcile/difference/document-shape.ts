// In: an OpenAPI document of a group and version, as an API server publishes it. Out: the shapes of the kinds in it.

import { isJsonObject, isSameKind, type JsonObject, type Kind } from '../../../api/index.ts';
import type { FieldShape } from './field-shape.ts';
import { objectMeta } from './pod-shape.ts';
import { SchemaReader } from './schema-shape.ts';

/**
 * The shape of a kind in an OpenAPI document; undefined if the document doesn't describe it, or describes it in an
 * unknown form.
 */
export function shapeInDocument({ components }: JsonObject, kind: Kind): FieldShape | undefined {
  const schemas = isJsonObject(components) && isJsonObject(components.schemas) ? components.schemas : {};
  const [name, schema] = Object.entries(schemas).find(([, candidate]) => isOfKind(candidate, kind)) ?? [];
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return undefined;
  const { metadata: _, ...fields } = schema.properties;
  const reader = new SchemaReader(schemas, name === customName(kind) ? 'verbatim' : 'typed');
  const shape = reader.shape({ ...schema, properties: fields });
  return reader.isWhole ? { ...shape, fields: { ...shape.fields, metadata: objectMeta } } : undefined;
}

/** The name under which an API server publishes the schema of a custom resource. */
function customName({ group, version, kind }: Kind): string {
  return [...group.split('.').reverse(), version, kind].join('.');
}

function isOfKind(schema: unknown, kind: Kind): boolean {
  const names = isJsonObject(schema) ? schema['x-kubernetes-group-version-kind'] : undefined;
  if (!Array.isArray(names)) return false;
  return names.some((name) => isJsonObject(name) && isSameKind(kindNamed(name), kind));
}

function kindNamed({ group, version, kind }: Readonly<Record<string, unknown>>) {
  return { group: String(group), version: String(version), kind: String(kind) };
}
