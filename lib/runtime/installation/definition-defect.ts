import { isJsonObject, isSameJson, type JsonObject } from '../../api/index.ts';
import { changedSchema, fieldsIn, objectList } from '../../schema/index.ts';
import type { Defect, Fields } from './defect.ts';
import { clientConfigDefects, type ExpectedCalls } from './webhook-defect.ts';

/**
 * The defects of a CRD.
 *
 * Only the conversion is repaired. All other fields of a CRD affect stored objects: a schema prunes their fields, its
 * deletion deletes them. So the manager reports them and leaves the decision to a cluster admin.
 */
export function definitionDefects(declared: Fields, live: Fields, calls: ExpectedCalls): Defect[] {
  return [
    ...versionDefects(declared, live, versionMessages),
    ...conversionDefects(fieldsIn(declared.spec).conversion, fieldsIn(live.spec).conversion, calls),
  ];
}

/**
 * The defects by which an installed CRD loses data that this program writes: a version, a subresource or fields are
 * missing.
 *
 * They count for a CRD of any release. Parts that the declared CRD lacks belong to that release.
 */
export function missingPartDefects(declared: Fields, live: Fields): Defect[] {
  return versionDefects(declared, live, missingPartMessages);
}

function versionDefects(
  declared: Fields,
  live: Fields,
  messages: (declared: Fields, live: Fields | undefined) => readonly string[],
): Defect[] {
  const present = objectList(fieldsIn(live.spec).versions);
  return objectList(fieldsIn(declared.spec).versions).flatMap((version) => {
    const same = present.find(({ name }) => name === version.name);
    return messages(version, same).map((message) => ({ message, repair: [] }));
  });
}

function versionMessages(declared: Fields, live: Fields | undefined): readonly string[] {
  const missing = missingPartMessages(declared, live);
  if (live?.served !== true) return missing;
  const isOther = !isSameJson(
    schemaWithoutDescriptions(storedVersionSchema(live)),
    schemaWithoutDescriptions(storedVersionSchema(declared)),
  );
  return [
    ...(live.storage === declared.storage ? [] : ['another version is stored than the declared one']),
    ...(missing.length === 0 && isOther
      ? [`the schema of version ${String(declared.name)} is not the declared one`]
      : []),
    ...missing,
  ];
}

/** The number of fields that a message names: conditions and Events stay short. */
const namedFieldCount = 10;

function missingPartMessages(declared: Fields, live: Fields | undefined): readonly string[] {
  const version = `version ${String(declared.name)}`;
  if (live?.served !== true) return declared.served === true ? [`${version} is not served`] : [];
  const subresources = fieldsIn(live.subresources);
  const missing = Object.keys(fieldsIn(declared.subresources)).filter((name) => !Object.hasOwn(subresources, name));
  const dropped = droppedFields(storedVersionSchema(declared), storedVersionSchema(live));
  const more = dropped.length > namedFieldCount ? ` and ${dropped.length - namedFieldCount} more` : '';
  return [
    ...missing.map((name) => `${version} has no ${name} subresource`),
    ...(dropped.length === 0 ? [] : [`${version} drops ${dropped.slice(0, namedFieldCount).join(', ')}${more}`]),
  ];
}

function storedVersionSchema({ schema }: Fields): unknown {
  return isJsonObject(schema) ? schema.openAPIV3Schema : undefined;
}

/** A schema without its descriptions, which validate nothing and are left out of CRDs that must be small. */
function schemaWithoutDescriptions(schema: unknown): unknown {
  if (!isJsonObject(schema)) return schema;
  return changedSchema(schema, (keyword, value) => (keyword === 'description' ? undefined : value));
}

function conversionDefects(declared: unknown, live: unknown, calls: ExpectedCalls): Defect[] {
  if (!isJsonObject(declared)) return [];
  const { strategy, webhook } = fieldsIn(live);
  if (strategy !== declared.strategy) {
    return [
      {
        message: 'conversion is not by webhook',
        repair: calls.service === 'own' ? [{ op: 'add', path: '/spec/conversion', value: declared }] : [],
      },
    ];
  }
  if (!isJsonObject(declared.webhook)) return [];
  const place = { path: '/spec/conversion/webhook', title: 'conversion: ', declared: declared.webhook };
  return clientConfigDefects({ ...place, live: fieldsIn(webhook) }, calls);
}

const preserving = 'x-kubernetes-preserve-unknown-fields';

/** The fields that API servers keep of every object, and of every embedded object. */
const alwaysKept: readonly string[] = ['apiVersion', 'kind', 'metadata'];

/**
 * The fields that one schema declares and that API servers drop by another, such as `status.nodes` or
 * `spec.ports[].name`; if a parent is dropped, only the parent. `labels.*` stands for the entries of a map.
 *
 * Fields that only the installed schema declares aren't included. Costs one visit of each declared field.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning
 */
export function droppedFields(declared: unknown, installed: unknown): readonly string[] {
  if (!isJsonObject(declared) || !isJsonObject(installed)) return [];
  return droppedFieldsIn(declared, { ...installed, 'x-kubernetes-embedded-resource': true }, '');
}

function droppedFieldsIn(declared: JsonObject, installed: JsonObject, path: string): string[] {
  return [
    ...declaredProperties(declared, installed, path),
    ...openEntrySchemas(declared, installed, path),
    ...droppedBelow(declared.items, installed.items, `${path}[]`),
  ];
}

function declaredProperties(declared: JsonObject, installed: JsonObject, path: string): string[] {
  const known = fieldsIn(installed.properties);
  const isObject = installed['x-kubernetes-embedded-resource'] === true;
  return Object.entries(fieldsIn(declared.properties)).flatMap(([name, schema]) => {
    const at = path === '' ? name : `${path}.${name}`;
    if (Object.hasOwn(known, name)) return droppedBelow(schema, known[name], at);
    if (isObject && alwaysKept.includes(name)) return [];
    if (installed[preserving] === true || preservesUnknownFields(installed.additionalProperties)) {
      return droppedBelow(schema, installed.additionalProperties, at);
    }
    return [at];
  });
}

/** The entries of maps, and unknown fields if they are to be preserved. */
function openEntrySchemas(declared: JsonObject, installed: JsonObject, path: string): string[] {
  const { additionalProperties: entries } = declared;
  const isOpenHere = preservesUnknownFields(entries) || declared[preserving] === true;
  if (!isOpenHere || installed[preserving] === true) return [];
  return preservesUnknownFields(installed.additionalProperties)
    ? droppedBelow(entries, installed.additionalProperties, `${path}.*`)
    : [`${path}.*`];
}

function droppedBelow(declared: unknown, installed: unknown, path: string): string[] {
  return isJsonObject(declared) && isJsonObject(installed) ? droppedFieldsIn(declared, installed, path) : [];
}

function preservesUnknownFields(additionalProperties: unknown): boolean {
  return additionalProperties === true || isJsonObject(additionalProperties);
}
