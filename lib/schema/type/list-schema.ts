import type { z } from 'zod';
import type { Annotation } from '../annotation.ts';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import { refuseAbsentPart } from './absence.ts';
import type { Visit } from './visit.ts';

/** Returns the schema of lists. Checks Kubernetes' demands on the items of sets and of lists with keys. */
export function listSchema(
  { element }: z.core.$ZodArrayDef,
  { schema: list = {} }: Annotation,
  visit: Visit,
): JsonSchemaProps {
  const listType = list['x-kubernetes-list-type'];
  const item = listType === 'map' ? visit.item() : visit.item().uncorrelated();
  refuseAbsentPart(element, item);
  const items = item.schemaOf(element);
  if (listType === 'set') refuseAsSetMember(items, item);
  for (const key of list['x-kubernetes-list-map-keys'] ?? []) refuseAsListKey(key, items, item);
  return { type: 'array', items };
}

function refuseAsSetMember(items: JsonSchemaProps, item: Visit): void {
  const isUnit =
    items.type === 'object'
      ? items['x-kubernetes-map-type'] === 'atomic'
      : items.type !== 'array' || (items['x-kubernetes-list-type'] ?? 'atomic') === 'atomic';
  if (!isUnit) item.refuse('the items of a set must be atomic', 'write atomic(…) around their type');
  if (items.nullable) item.refuse("an item of a set can't be null", 'write the type without .nullable()');
}

function refuseAsListKey(key: string, { properties = {}, required = [] }: JsonSchemaProps, item: Visit): void {
  const schema = properties[key];
  const visit = item.field(key);
  if (schema === undefined) {
    visit.refuse(
      'the key of the list is not a field of its items',
      `name one of ${Object.keys(properties).join(', ')}`,
    );
  } else if (schema.type === undefined || schema.type === 'array' || schema.type === 'object' || schema.nullable) {
    visit.refuse(
      'the key of a list must be a string, a number or a boolean',
      'choose such a field, without .nullable()',
    );
  } else if (!required.includes(key) && schema.default === undefined) {
    visit.refuse(
      'the key of a list must be present in every item',
      'write the field without .optional(), or with .default(…)',
    );
  }
}
