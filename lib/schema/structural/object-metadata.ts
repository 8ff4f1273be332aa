import { fieldPath, itemPath } from '../field-path.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownField } from '../json.ts';
import { nearest } from '../value/nearest.ts';
import type { ValueFinding } from './finding.ts';
import { type ForeignSchema, fieldSchema } from './foreign-schema.ts';

/** What is wrong with the metadata of the resources that are embedded in a value, the value itself among them if it is one. */
export function metadataFindings(schema: ForeignSchema, value: JsonValue, path: string): ValueFinding[] {
  if (isJsonList(value)) {
    const { items } = schema;
    if (items === undefined) return [];
    return value.flatMap((item, index) => metadataFindings(items, item, itemPath(path, index)));
  }
  if (!isJsonObject(value)) return [];
  const inside = Object.entries(value).flatMap(([name, field]) => {
    const inner = fieldSchema(schema, name);
    return inner === undefined ? [] : metadataFindings(inner, field, fieldPath(path, name));
  });
  return schema.embeddedResource ? [...resourceFindings(value, path), ...inside] : inside;
}

/** What is wrong with the metadata of an object: fields of other types than they have in all objects, and names that none has. */
export function objectMetadataFindings(metadata: JsonValue | undefined, path: string): ValueFinding[] {
  if (metadata === undefined || metadata === null) return [];
  if (!isJsonObject(metadata)) return [invalid(path, 'must be an object')];
  return Object.entries(metadata).flatMap(([name, value]) => {
    const place = fieldPath(path, name);
    const kind = fields.get(name);
    if (value === null) return [];
    if (kind === undefined) return [unknownField(place, name)];
    return isOf(kind, value) ? [] : [invalid(place, `must be ${kind}`)];
  });
}

type FieldKind = 'a list' | 'a list of text' | 'a map of text' | 'a number' | 'text';

/** @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/ */
const fields: ReadonlyMap<string, FieldKind> = new Map([
  ['annotations', 'a map of text'],
  ['creationTimestamp', 'text'],
  ['deletionGracePeriodSeconds', 'a number'],
  ['deletionTimestamp', 'text'],
  ['finalizers', 'a list of text'],
  ['generateName', 'text'],
  ['generation', 'a number'],
  ['labels', 'a map of text'],
  ['managedFields', 'a list'],
  ['name', 'text'],
  ['namespace', 'text'],
  ['ownerReferences', 'a list'],
  ['resourceVersion', 'text'],
  ['selfLink', 'text'],
  ['uid', 'text'],
]);

function isOf(kind: FieldKind, value: JsonValue): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'a number':
      return typeof value === 'number';
    case 'a list':
      return isJsonList(value);
    case 'a list of text':
      return isJsonList(value) && value.every((item) => typeof item === 'string');
    case 'a map of text':
      return isJsonObject(value) && Object.values(value).every((entry) => typeof entry === 'string');
  }
}

function resourceFindings(resource: JsonObject, path: string): ValueFinding[] {
  const named = ['apiVersion', 'kind'].flatMap((name): ValueFinding[] => {
    const value = ownField(resource, name);
    const place = fieldPath(path, name);
    if (value === undefined) return [{ reason: 'incomplete', path: place, message: 'is required in a resource' }];
    if (typeof value !== 'string' || value === '') return [invalid(place, 'must be text, and not empty')];
    const isFit = name !== 'kind' || /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/i.test(value);
    return isFit ? [] : [invalid(place, `${JSON.stringify(value)} is no kind`)];
  });
  return [...named, ...objectMetadataFindings(ownField(resource, 'metadata'), fieldPath(path, 'metadata'))];
}

function unknownField(path: string, name: string): ValueFinding {
  const meant = nearest(name, [...fields.keys()]);
  const hint = meant === undefined ? '' : `, did you mean ${meant}?`;
  return { reason: 'unknown-field', path, message: `no metadata has such a field${hint}` };
}

function invalid(path: string, message: string): ValueFinding {
  return { reason: 'invalid', path, message };
}
