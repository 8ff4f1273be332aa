// In: a built-in kind. Out: its rules. Built-in kinds are decoded by their OpenAPI schemas; defaults and validation of their own
// fields exist for the few kinds of this table.

import { groupVersionKind, isSameJson, type JsonObject } from '../../../api/index.ts';
import {
  builtInDefaults,
  builtInSchema,
  type Cause,
  changeCauses,
  decodedObject,
  defaultedObject,
  forbiddenField,
  metadataFields,
  nameFormOf,
  objectCauses,
  uniqueCauses,
  withMetadata,
} from '../../../built-in/index.ts';
import { fieldsAt, numberAt, scalarText, withFields } from '../../../schema/index.ts';
import type { VersionedObject } from '../apply/pruned-object.ts';
import { pods } from '../collection.ts';
import type { ResourceType, Strategy } from '../resource-type.ts';
import { defaultedDefinition, definitionCauses, preparedDefinition } from './definition-strategy.ts';
import { podWarnings } from './pod-warning.ts';
import { preparations } from './prepared-object.ts';
import { storedVersions } from './stored-version.ts';
import { createdByUpdate, keptByStatus, shownByDelete, versionedUpdates } from './write-trait.ts';

/** The rules of a kind that differ from those of most. */
interface Rules {
  /** Returns an object with the defaults that belong to the client's fields. */
  readonly defaulted?: (object: JsonObject) => JsonObject;
  readonly prepared?: (object: JsonObject, before: JsonObject | undefined) => JsonObject;
  readonly causes?: (object: JsonObject, before: JsonObject | undefined) => readonly Cause[];
}

const rules: Readonly<Record<string, Rules>> = {
  [pods]: { defaulted: withGracePeriod },
  '/configmaps': { causes: (object, before) => immutableCauses(object, before, ['data', 'binaryData']) },
  '/secrets': { causes: (object, before) => immutableCauses(object, before, ['data']) },
  'apiextensions.k8s.io/customresourcedefinitions': {
    defaulted: defaultedDefinition,
    prepared: preparedDefinition,
    causes: definitionCauses,
  },
};

/** Returns the rules of a built-in kind. */
export function builtInStrategy(type: Omit<ResourceType, 'columns' | 'strategy'>): Strategy {
  const { defaulted = unchanged, causes = () => [] } = rules[type.collection] ?? {};
  const prepared = preparations[type.collection] ?? rules[type.collection]?.prepared ?? unchanged;
  const stored = storedVersions[`${type.apiVersion} ${type.plural}`];
  const hasStatus = type.subresources.has('status');
  let empty: JsonObject | undefined;
  const fromStored = (object: JsonObject) =>
    stored === undefined ? object : { ...stored.fromStored(object), apiVersion: type.apiVersion };
  const toStored = (object: JsonObject) =>
    stored === undefined ? object : { ...stored.toStored(object), apiVersion: stored.apiVersion };
  const whole = (object: JsonObject) =>
    stored === undefined
      ? defaultedObject(type.schema, object)
      : fromStored(
          defaultedObject(
            builtInSchema(groupVersionKind({ apiVersion: stored.apiVersion, kind: type.kind })),
            toStored(object),
          ),
        );
  return {
    nameForm: nameFormOf(type),
    get hasGeneration() {
      return builtInDefaults.counted.includes(type.schema.definition) || type.group === 'apiextensions.k8s.io';
    },
    allowsUnconditionalUpdate: !versionedUpdates.has(type.collection),
    allowsCreateOnUpdate: createdByUpdate.has(type.collection),
    showsDeleted: shownByDelete.has(type.collection),
    get empty() {
      empty ??= decodedObject(type.schema, {}, { unknown: [] });
      return empty;
    },
    decoded: (object, source) => {
      const unknown: string[] = [];
      return { object: whole(defaulted(decodedObject(type.schema, object, { unknown, source }))), unknown };
    },
    prepared: (object, { before, subresource, stored: others }) => {
      if (subresource === 'finalize' && before !== undefined) return withFields(object, { status: before.status });
      if (subresource === 'status' && before !== undefined) {
        const fields = metadataFields(before);
        const kept = (keptByStatus[type.collection] ?? []).map((name) => [name, fields[name]] as const);
        return withMetadata(withFields(object, { spec: before.spec }), Object.fromEntries(kept));
      }
      const status = before === undefined ? builtInDefaults.statuses[type.schema.definition] : before.status;
      const main = hasStatus ? withFields(object, { status }) : object;
      return prepared(main, before, others);
    },
    causes: (object, before, subresource) =>
      subresource === ''
        ? uniqueCauses([
            ...causes(object, before),
            ...(before === undefined ? [] : changeCauses(type.collection, object, before)),
            ...objectCauses(type.schema, object),
          ])
        : [],
    warnings: (object, before) => {
      const isUnwarned =
        type.collection === pods || metadataFields(object).generation === metadataFields(before ?? {}).generation;
      return before !== undefined && isUnwarned ? [] : podWarnings(type.collection, object);
    },
    ...(stored !== undefined && { inVersion: (object, apiVersion) => inVersion(type, object, apiVersion) }),
    fromStorage: async (object) => fromStored(object),
    toStorage: async (object) => toStored(object),
  };
}

function inVersion(
  { kind, plural, schema }: Pick<ResourceType, 'kind' | 'plural' | 'schema'>,
  object: JsonObject,
  apiVersion: string,
): VersionedObject {
  const to = storedVersions[`${apiVersion} ${plural}`];
  const from = storedVersions[`${scalarText(object.apiVersion)} ${plural}`];
  if (to === undefined || from === undefined) return { object, schema };
  return {
    object: object.apiVersion === apiVersion ? object : { ...to.fromStored(from.toStored(object)), apiVersion },
    schema: builtInSchema(groupVersionKind({ apiVersion, kind })),
  };
}

/** API servers read a negative grace period of a pod, but not that of a template, as one second. */
function withGracePeriod(pod: JsonObject): JsonObject {
  const seconds = numberAt(pod, 'spec.terminationGracePeriodSeconds') ?? 0;
  return seconds < 0 ? { ...pod, spec: { ...fieldsAt(pod, 'spec'), terminationGracePeriodSeconds: 1 } } : pod;
}

function unchanged(object: JsonObject): JsonObject {
  return object;
}

function immutableCauses(object: JsonObject, before: JsonObject | undefined, fields: readonly string[]): Cause[] {
  if (before?.immutable !== true) return [];
  const text = 'field is immutable when `immutable` is set';
  return [
    ...(object.immutable === true ? [] : [forbiddenField('immutable', text)]),
    ...fields.filter((field) => !isSameJson(before[field], object[field])).map((field) => forbiddenField(field, text)),
  ];
}
