// In: the body of a write, and its kind. Out: the object that the client sent. Called by creates, updates and patches.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { DecodingError, metadataText, typeMetaStruct, unmarshalFault } from '../../../built-in/index.ts';
import { scalarText } from '../../../schema/index.ts';
import { parsedJson, yamlBody } from '../json-text.ts';
import type { Requester } from '../request.ts';
import type { Decoded, FieldValidation, ResourceType } from '../resource-type.ts';
import { badRequest, notImplemented, type StatusError, unsupportedMediaType } from '../status-error.ts';
import { duplicateFields } from './duplicate-field.ts';

const accepted = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];

/** Returns the JSON of a body, which may be YAML. @throws StatusError for other media types and for text that isn't either. */
export function bodyValue(body: string, contentType: string, kind: string): JsonValue {
  switch (contentType) {
    case '':
    case 'application/json':
      return jsonBody(body, kind);
    case 'application/yaml':
      return yamlValue(body, kind);
    case 'application/vnd.kubernetes.protobuf':
      throw notImplemented(
        'reads no protobuf, as "kubectl create configmap" sends it: send JSON, as "kubectl apply" does',
      );
    default:
      throw unsupportedMediaType(accepted);
  }
}

function jsonBody(body: string, kind: string): JsonValue {
  try {
    return parsedJson(body);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw unrecognized(kind, `couldn't get version/kind; json parse error: ${bodyFault(body)}`);
  }
}

function yamlValue(body: string, kind: string): JsonValue {
  try {
    return yamlBody(body);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw unrecognized(kind, `error converting YAML to JSON: ${error.message}`);
  }
}

/** Returns the beginning of a body, as errors show it. */
function summary(body: string): string {
  if (body === '') return '<empty>';
  const shown = body.slice(0, summaryLength);
  const text = body.startsWith('{') ? shown : Buffer.from(shown).toString('hex');
  return body.length > summaryLength ? `${text} ...` : text;
}

const summaryLength = 30;

function bodyFault(body: string): string {
  if (body.trim() === '') return 'unexpected end of JSON input (<empty>)';
  const [, character] = /^\s*\{\s*([^"}\s])/.exec(body) ?? [];
  const fault =
    character === undefined
      ? 'unexpected end of JSON input'
      : `invalid character '${character}' looking for beginning of object key string`;
  return `${fault} (${summary(body)})`;
}

function unrecognized(kind: string, detail: string): StatusError {
  return badRequest(`the object provided is unrecognized (must be of type ${kind}): ${detail}`);
}

/** Returns the object of a body for a kind. @throws StatusError as the API server does for what it can't decode. */
export function decodedBody(
  type: ResourceType,
  { body, contentType }: { readonly body: string; readonly contentType: string },
  { validation, requester }: Pick<Decoding, 'requester' | 'validation'>,
): JsonObject {
  const value = bodyValue(body, contentType, type.kind);
  if (!isJsonObject(value)) {
    const detail = `couldn't get version/kind; json parse error: ${unmarshalFault(value, typeMetaStruct)} (${summary(body)})`;
    throw unrecognized(type.kind, detail);
  }
  const duplicates = contentType === 'application/yaml' || validation === 'Ignore' ? [] : duplicateFields(body);
  return decodedObjectOf(type, withTypeMeta(type, value, { body, fault: undecodableBody }), {
    duplicates,
    validation,
    requester,
    fault: undecodableBody,
  });
}

/** The options of a decoding. */
export interface Decoding {
  /** The paths of repeated fields. */
  readonly duplicates: readonly string[];
  readonly validation: FieldValidation;
  /** Gets a warning for each unknown or repeated field. */
  readonly requester: Requester;
  /** Returns the error for an object that can't be decoded. */
  readonly fault: (type: ResourceType, object: JsonObject, detail: string) => StatusError;
}

/** Decodes an object of a kind. */
export function decodedObjectOf(
  type: ResourceType,
  object: JsonObject,
  { duplicates, validation, requester, fault }: Decoding,
): JsonObject {
  const { object: decoded, unknown } = decodedByKind(type, object, fault);
  const faults = [
    ...duplicates.map((path) => `duplicate field "${path}"`),
    ...unknown.map((path) => `unknown field "${path}"`),
  ];
  if (validation === 'Strict' && faults.length > 0) {
    throw fault(type, object, `strict decoding error: ${faults.join(', ')}`);
  }
  if (validation === 'Warn') for (const each of faults) requester.warnings.add(each);
  return decoded;
}

function decodedByKind(type: ResourceType, object: JsonObject, fault: Decoding['fault']): Decoded {
  try {
    return type.strategy.decoded(object);
  } catch (error) {
    if (!DecodingError.is(error)) throw error;
    throw fault(type, object, error.message);
  }
}

/** Returns the error of a body that can't be decoded. */
export function undecodableBody({ kind, version }: ResourceType, object: JsonObject, detail: string): StatusError {
  const written = typeof object.kind === 'string' && object.kind !== '' ? object.kind : kind;
  const { apiVersion } = object;
  const named = typeof apiVersion === 'string' && apiVersion !== '' ? (apiVersion.split('/').at(-1) ?? '') : version;
  return badRequest(`${written} in version "${named}" cannot be handled as a ${kind}: ${detail}`);
}

/** Returns an object with its version and kind, which bodies of built-in kinds may omit. */
export function withTypeMeta(
  type: ResourceType,
  object: JsonObject,
  { body, fault }: Pick<Decoding, 'fault'> & { readonly body: string },
): JsonObject {
  const { apiVersion = '', kind = '' } = object;
  if (type.isCustom) {
    if (kind === '') throw unrecognized(type.kind, `Object 'Kind' is missing in '${body}' (${summary(body)})`);
    if (apiVersion === type.apiVersion) return object;
    throw badRequest(
      `the API version in the data (${scalarText(apiVersion)}) does not match the expected API version (${type.apiVersion})`,
    );
  }
  const whole = {
    ...object,
    apiVersion: apiVersion === '' ? type.apiVersion : apiVersion,
    kind: kind === '' ? type.kind : kind,
  };
  if (whole.apiVersion !== type.apiVersion) {
    const version = scalarText(whole.apiVersion);
    throw fault(
      type,
      whole,
      `no kind "${scalarText(whole.kind)}" is registered for version "${version}" in scheme "pkg/runtime/scheme.go:111"`,
    );
  }
  if (whole.kind !== type.kind) {
    const written = scalarText(whole.kind);
    throw fault(
      type,
      whole,
      `converting (${type.version}.${written}) to (${internalPackage(type.group)}.${type.kind}): unknown conversion`,
    );
  }
  return whole;
}

function internalPackage(group: string): string {
  return group === '' ? 'core' : (group.split('.')[0] ?? '');
}

/** Refuses an update whose object has no name. */
export function assertNamed(object: JsonObject, name: string): void {
  if (metadataText(object, 'name') !== '') return;
  throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
}

/** Validates the name and namespace of an object against those of the path. */
export function assertAddressed(
  object: JsonObject,
  { name, namespace }: { readonly name?: string | undefined; readonly namespace: string | undefined },
): void {
  const written = metadataText(object, 'name');
  if (name !== undefined && written !== '' && written !== name) {
    throw badRequest(`the name of the object (${written}) does not match the name on the URL (${name})`);
  }
  const place = metadataText(object, 'namespace');
  if (namespace !== undefined && place !== '' && place !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
}
