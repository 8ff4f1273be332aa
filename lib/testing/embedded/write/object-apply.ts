// In: the request of a server-side apply. Out: the stored object. Called for patches.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { metadataText, unmarshalFault, withMetadata } from '../../../built-in/index.ts';
import { fieldsIn, isJsonList, textOrEmpty } from '../../../schema/index.ts';
import { appliedObjectFields } from '../apply/kubectl-apply.ts';
import { typedFault } from '../apply/typed-fault.ts';
import { yamlBody } from '../json-text.ts';
import type { EmbeddedRequest } from '../request.ts';
import type { ResourceType } from '../resource-type.ts';
import type { ServerState } from '../server-state.ts';
import { badRequest, conflict, internalError, objectNotFound, type StatusError } from '../status-error.ts';
import { assertNumber } from './changed-object.ts';
import { assertAddressed, assertNamed, decodedObjectOf, undecodableBody } from './decoded-body.ts';
import { duplicateKeyFaults } from './duplicate-field.ts';
import { createObject, updateObject } from './object-write.ts';
import { fieldWrite, storeKey, type Target } from './target.ts';

/** The result of a patch. */
export interface Patched {
  readonly object: JsonObject;
  readonly isCreated: boolean;
}

/** Applies an object. */
export async function applyObject(state: ServerState, target: Target, request: EmbeddedRequest): Promise<Patched> {
  const { type, name, namespace, subresource, options } = target;
  const applied = appliedObject(request.body);
  const isAbsent = state.store.get(type.collection, storeKey(type, namespace, name)) === undefined;
  if (isAbsent && subresource !== '' && !type.strategy.allowsCreateOnUpdate) throw objectNotFound(type, name);
  assertApplicable(target, applied);
  reportRepeated(target, request.body);
  const manager = { name: options.fieldManager, operation: 'Apply', subresource } as const;
  const write = { ...fieldWrite(state, type, manager), isForced: options.isForced };
  if (isAbsent) {
    const [uid, version] = [metadataText(applied, 'uid'), metadataText(applied, 'resourceVersion')];
    if (uid !== '') {
      throw conflict(
        type,
        name,
        `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
      );
    }
    assertNumber(version);
    // Only a create refuses the version: there is nothing to compare it with.
    const { object } = appliedObjectFields({}, withMetadata(applied, { resourceVersion: undefined }), write);
    const decoded = decodedApply(target, object, applied);
    return { object: await createObject(state, target, { object: decoded, isOwned: true }), isCreated: true };
  }
  const object = await updateObject(state, target, (live) => {
    const version = metadataText(applied, 'resourceVersion');
    // Another version may have given a custom resource values that this one doesn't declare.
    if (type.isCustom) assertTyped(type, live, 'live');
    const { object: merged } = appliedObjectFields(live, applied, write);
    const versioned = withMetadata(merged, {
      resourceVersion: version === '' ? metadataText(live, 'resourceVersion') : version,
    });
    return { object: decodedApply(target, versioned, applied), isOwned: true, written: () => versioned };
  });
  return { object, isCreated: false };
}

/** Decodes the result of an apply, which has no unknown fields. */
function decodedApply(
  { type, name, namespace, options, requester }: Target,
  object: JsonObject,
  applied: JsonObject,
): JsonObject {
  const [validation, fault] = type.isCustom
    ? (['Ignore', undecodableBody] as const)
    : ([options.fieldValidation, unconvertible(applied)] as const);
  const decoded = decodedObjectOf(type, object, { duplicates: [], validation, requester, source: 'maps', fault });
  assertNamed(decoded, name);
  assertAddressed(decoded, { name, namespace });
  if (!type.isCustom) return decoded;
  // An apply doesn't drop what isn't nullable, so that validation refuses it.
  const { metadata, ...fields } = decoded;
  const kept = withNulls(fields, object);
  return isJsonObject(kept) ? { ...kept, ...(metadata !== undefined && { metadata }) } : decoded;
}

/** Returns a decoded value with the nulls that were written. */
function withNulls(decoded: JsonValue, written: JsonValue): JsonValue {
  if (isJsonList(decoded) && isJsonList(written)) {
    return decoded.map((item, index) => withNulls(item, written[index] ?? null));
  }
  if (!isJsonObject(decoded) || !isJsonObject(written)) return decoded;
  const nulls = Object.entries(written).filter(([name, field]) => field === null && !Object.hasOwn(decoded, name));
  const fields = Object.entries(decoded).map(([name, field]): [string, JsonValue] => [
    name,
    withNulls(field, written[name] ?? null),
  ]);
  return Object.fromEntries<JsonValue>([...fields, ...nulls]);
}

/** Returns the error of an applied object that isn't one of its kind. */
function unconvertible(applied: JsonObject) {
  return (type: ResourceType, object: JsonObject, detail: string): StatusError => {
    if (detail.startsWith('strict ')) return undecodableBody(type, object, detail);
    const version = type.apiVersion.includes('/') ? type.apiVersion : `/${type.apiVersion}`;
    const place = `${metadataText(applied, 'namespace')}/${metadataText(applied, 'name')}`;
    const kind = `${version}, Kind=${type.kind}`;
    return internalError(
      `failed to convert new object (${place}; ${kind}) to proper version: unable to convert unstructured object to ${kind}: ${detail}`,
    );
  };
}

/** Returns the object of an apply. */
export function appliedObject(body: string): JsonObject {
  try {
    const value = yamlBody(body);
    if (value === null || isJsonObject(value)) return withoutNullMetadata(fieldsIn(value));
    const fault = unmarshalFault(value, 'map[string]interface {}');
    throw badRequest(`error decoding YAML: error unmarshaling JSON: while decoding JSON: ${fault}`);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw badRequest(`error decoding YAML: error converting YAML to JSON: yaml: ${error.message}`);
  }
}

function withoutNullMetadata({ metadata, ...fields }: JsonObject): JsonObject {
  return metadata === undefined || metadata === null ? fields : { ...fields, metadata };
}

/** Refuses repeated fields of an apply, or warns of them. */
function reportRepeated({ options, requester }: Target, body: string): void {
  const { fieldValidation } = options;
  const faults = fieldValidation === 'Ignore' ? [] : duplicateKeyFaults(body);
  if (faults.length > 0 && fieldValidation === 'Strict') {
    const list = ['yaml: unmarshal errors:', ...faults.map((fault) => `  ${fault}`)].join('\n');
    throw badRequest(`error strict decoding YAML: error converting YAML to JSON: ${list}`);
  }
  for (const fault of faults) requester.warnings.add(fault);
}

/** Refuses an applied object of another kind or place, or with fields that its kind doesn't declare. */
export function assertApplicable({ type }: Target, applied: JsonObject): void {
  const { metadata } = applied;
  const [apiVersion, kind] = [textOrEmpty(applied.apiVersion), textOrEmpty(applied.kind)];
  if (apiVersion !== type.apiVersion || kind !== type.kind) {
    const parts = apiVersion.split('/');
    const [version = '', group = ''] = parts.length > 2 ? [] : parts.toReversed();
    throw badRequest(`invalid object type: ${group}/${version}, Kind=${parts.length > 2 ? '' : kind}`);
  }
  if (isJsonObject(metadata) && isJsonList(metadata.managedFields))
    throw badRequest('metadata.managedFields must be nil');
  assertTyped(type, applied, 'patch');
}

/** Refuses an object without an owner for each field. */
function assertTyped({ schema, group, version, kind }: ResourceType, object: JsonObject, what: 'live' | 'patch'): void {
  const fault = typedFault(schema, object);
  if (fault === undefined) return;
  const key = `${metadataText(object, 'namespace')}/${metadataText(object, 'name')}`;
  throw internalError(`failed to create typed ${what} object (${key}; ${group}/${version}, Kind=${kind}): ${fault}`);
}
