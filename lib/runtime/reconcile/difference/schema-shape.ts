import { isJsonObject } from '../../../api/index.ts';
import type { FieldShape } from './field-shape.ts';

/**
 * What a custom resource's structural schema says of ownership, defaults and storage. Of what it doesn't name nothing is
 * known.
 *
 * @param schema - as in a CustomResourceDefinition, or as an API server publishes it.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy
 */
export function shapeOfSchema(schema: unknown): FieldShape {
  if (!isJsonObject(schema)) return {};
  const { default: filled, items, properties, additionalProperties } = schema;
  const listType = schema['x-kubernetes-list-type'];
  const keys = schema['x-kubernetes-list-map-keys'];
  const isMap = schema.type === 'object';
  return {
    verbatim: true,
    ...(filled !== undefined && { default: filled }),
    ...(isMap && { partial: true }),
    ...(schema['x-kubernetes-map-type'] === 'atomic' && { atomic: true }),
    ...((listType === 'map' || listType === 'set') && { associative: true }),
    ...(listType === 'map' && Array.isArray(keys) && { keys: keys.map(String).sort() }),
    ...(isJsonObject(properties) && { fields: shapesOf(properties) }),
    ...(items !== undefined && { each: shapeOfSchema(items) }),
    ...(schema['x-kubernetes-preserve-unknown-fields'] === true && { each: freeForm }),
    ...(isJsonObject(additionalProperties) && { each: shapeOfSchema(additionalProperties) }),
  };
}

/** What no schema describes: maps have owners for each of their fields, and lists are one value. */
const freeForm: FieldShape = {
  verbatim: true,
  get each() {
    return freeForm;
  },
};

function shapesOf(properties: Readonly<Record<string, unknown>>): Readonly<Record<string, FieldShape>> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, shapeOfSchema(schema)]));
}
