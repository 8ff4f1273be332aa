// In: a CustomResourceDefinition. Out: its defaults, and the causes for which the API server refuses it. Called by the strategies
// of built-in kinds.

import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { type Cause, forbiddenField, invalidValue, requiredValue } from '../../../built-in/index.ts';
import {
  fieldAt,
  fieldsAt,
  fieldsIn,
  listAt,
  objectList,
  scalarText,
  textMap,
  valueAt,
} from '../../../schema/index.ts';
import { schemaFindings } from '../../../schema/structural/index.ts';
import { isConditionTrue } from '../condition.ts';

/** The finalizer with which the API server deletes the custom resources first. */
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io';

/** Returns a definition with the defaults of the API server. */
export function defaultedDefinition(object: JsonObject): JsonObject {
  const spec = fieldsAt(object, 'spec');
  const names = fieldsAt(spec, 'names');
  const { kind } = textMap(names);
  const defaulted = {
    ...spec,
    names: {
      ...names,
      ...(kind !== undefined && {
        singular: names.singular ?? kind.toLowerCase(),
        listKind: names.listKind ?? `${kind}List`,
      }),
    },
    conversion: spec.conversion ?? { strategy: 'None' },
  };
  return { ...object, spec: defaulted };
}

/** Returns a definition with the status that the API server maintains. */
export function preparedDefinition(object: JsonObject, before: JsonObject | undefined): JsonObject {
  const spec = fieldsAt(object, 'spec');
  return { ...object, status: before === undefined ? newStatus(spec) : withStoredVersion(before, spec) };
}

function newStatus(spec: JsonObject): JsonObject {
  return { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: storageVersions(spec) };
}

function withStoredVersion({ status }: JsonObject, spec: JsonObject): JsonObject {
  const known = listAt(status, 'storedVersions');
  const added = storageVersions(spec).filter((version) => !known.includes(version));
  return { ...fieldsIn(status), storedVersions: [...known, ...added] };
}

/** Returns the versions of a definition. */
export function versionsOf(spec: JsonValue | undefined): readonly JsonObject[] {
  const versions = isJsonObject(spec) ? spec.versions : undefined;
  return objectList(versions);
}

function storageVersions(spec: JsonObject): string[] {
  return versionsOf(spec)
    .filter(({ storage }) => storage === true)
    .map(({ name }) => scalarText(name));
}

/** Returns the causes for which the API server refuses the schemas of a definition, or its change. */
export function definitionCauses(object: JsonObject, before: JsonObject | undefined): Cause[] {
  return [...schemaCauses(fieldsAt(object, 'spec')), ...(before === undefined ? [] : immutableCauses(before, object))];
}

function schemaCauses(spec: JsonObject): Cause[] {
  const versions = versionsOf(spec);
  return versions.flatMap((version, index) => {
    const root =
      versions.length === 1 ? 'spec.validation.openAPIV3Schema' : `spec.versions[${index}].schema.openAPIV3Schema`;
    const schema = fieldAt(version, 'schema.openAPIV3Schema');
    if (schema === undefined) return [];
    const hasStatusSubresource = fieldAt(version, 'subresources.status') !== undefined;
    return schemaFindings(schema, { hasStatusSubresource })
      .filter(({ effect }) => effect === 'refused')
      .map(({ path, message }) => schemaCause(`${root}${path === '' ? '' : `.${bracketed(path)}`}`, message));
  });
}

/** Gives the cause that the API server words; other findings keep the words of this library. */
function schemaCause(field: string, message: string): Cause {
  return /must have a type|has no type/.test(message)
    ? requiredValue(`${field}.type`, 'must not be empty for specified object fields')
    : forbiddenField(field, message);
}

/** Returns `properties[spec].items` for `properties.spec.items`. */
function bracketed(path: string): string {
  return path.replaceAll(/properties\.([^.[\]]+)/g, 'properties[$1]');
}

function immutableCauses(before: JsonObject, after: JsonObject): Cause[] {
  const isEstablished = isConditionTrue(before, 'Established');
  const fixed = [['group'], ...(isEstablished ? [['scope'], ['names', 'kind'], ['names', 'plural']] : [])];
  return fixed
    .filter((path) => !isSameJson(valueAt(before.spec, path), valueAt(after.spec, path)))
    .map((path) => invalidValue(`spec.${path.join('.')}`, valueAt(after.spec, path), 'field is immutable'));
}
