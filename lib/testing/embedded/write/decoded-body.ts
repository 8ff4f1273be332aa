// In: the body of a write, and its kind. Out: the object that the client sent. Called by creates, updates and patches.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import {
  DecodingError,
  jsonSyntaxFault,
  metadataText,
  type ObjectSource,
  typeMetaStruct,
  unmarshalFault,
  unmarshalledType,
} from '../../../built-in/index.ts';
import { canonicalJson, fieldsIn, textOrEmpty } from '../../../schema/index.ts';
import { isBuiltInKind } from '../built-in/built-in-types.ts';
import { parsedJson, yamlBody } from '../json-text.ts';
import { protobufMagic, protobufType, unmarkedFault } from '../protobuf/protobuf-body.ts';
import type { Requester } from '../request.ts';
import type { Decoded, FieldValidation, ResourceType } from '../resource-type.ts';
import { badRequest, notImplemented, type StatusError, unsupportedMediaType } from '../status-error.ts';
import { duplicateFields } from './duplicate-field.ts';

const accepted = ['application/json', 'application/yaml', protobufType];

/** Returns the error of a body that can't be read. */
type Unreadable = (detail: string) => StatusError;

interface Body {
  readonly body: string;
  readonly contentType: string;
}

/** Returns the object of a body, which may be YAML; an empty one for null. @throws StatusError for what isn't an object. */
export function bodyObject(
  { body, contentType }: Body,
  kind: string,
  unreadable: Unreadable = (detail) => unrecognized(kind, body, detail),
): JsonObject {
  const value = bodyValue(contentType, body, unreadable);
  const fault = isJsonObject(value)
    ? typeMetaFault(value)
    : value !== null && kindless(unmarshalFault(value, typeMetaStruct));
  if (typeof fault === 'string') throw unreadable(fault);
  return fieldsIn(value);
}

function bodyValue(contentType: string, body: string, unreadable: Unreadable): JsonValue {
  try {
    switch (contentType) {
      case '':
      case 'application/json':
        return parsedJson(body);
      case 'application/yaml':
        // The API server decodes the JSON of YAML, whose fields have an order.
        return parsedJson(canonicalJson(yamlBody(body)));
      case protobufType:
        if (!body.startsWith(protobufMagic)) throw unreadable(unmarkedFault);
        throw notImplemented(
          'reads no protobuf, as "kubectl create configmap" sends it: send JSON, as "kubectl apply" does',
        );
      default:
        throw unsupportedMediaType(accepted);
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw unreadable(contentType === 'application/yaml' ? `yaml: ${error.message}` : kindless(jsonSyntaxFault(body)));
  }
}

function kindless(fault: string): string {
  return `couldn't get version/kind; json parse error: ${fault}`;
}

/** Returns the fault of a version and kind that the API server can't read. */
function typeMetaFault(object: JsonObject): string | undefined {
  for (const field of ['apiVersion', 'kind']) {
    const value = typeMetaField(object, field);
    if (value === null || typeof value === 'string') continue;
    return kindless(`json: cannot unmarshal ${unmarshalledType(value)} into Go struct field .${field} of type string`);
  }
  const version = typeMetaText(object, 'apiVersion');
  return version.split('/').length > 2 ? `unexpected GroupVersion string: ${version}` : undefined;
}

/** Go reads the version and kind of a body with any letter case, and the last of several. */
function typeMetaField(object: JsonObject, field: string): JsonValue {
  return Object.entries(object).findLast(([name]) => name.toLowerCase() === field.toLowerCase())?.[1] ?? null;
}

function typeMetaText(object: JsonObject, field: string): string {
  return textOrEmpty(typeMetaField(object, field));
}

/** Returns the beginning of a body, as errors show it. */
function summary(body: string): string {
  const bytes = Buffer.from(body);
  if (bytes.length === 0) return '<empty>';
  const shown = bytes.subarray(0, summaryLength).toString(body.startsWith('{') ? 'utf8' : 'hex');
  return bytes.length > summaryLength ? `${shown} ...` : shown;
}

const summaryLength = 30;

function unrecognized(kind: string, body: string, detail: string): StatusError {
  return badRequest(`the object provided is unrecognized (must be of type ${kind}): ${detail} (${summary(body)})`);
}

/** Returns the object of a body for a kind. @throws StatusError as the API server does for a body that it can't decode. */
export function decodedBody(
  type: ResourceType,
  sent: Body,
  { validation, requester }: Pick<Decoding, 'requester' | 'validation'>,
): JsonObject {
  const { body, contentType } = sent;
  const object = bodyObject(sent, type.kind);
  const duplicates = contentType === 'application/yaml' || validation === 'Ignore' ? [] : duplicateFields(body);
  return decodedObjectOf(type, withTypeMeta(type, object, { body, fault: undecodableBody }), {
    duplicates,
    validation,
    requester,
    source: 'json',
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
  readonly source: ObjectSource;
  /** Returns the error for an object that can't be decoded. */
  readonly fault: (type: ResourceType, object: JsonObject, detail: string) => StatusError;
}

/** Decodes an object of a kind. */
export function decodedObjectOf(type: ResourceType, object: JsonObject, decoding: Decoding): JsonObject {
  const { duplicates, validation, requester, fault } = decoding;
  const { object: decoded, unknown } = decodedByKind(type, object, decoding);
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

function decodedByKind(
  type: ResourceType,
  object: JsonObject,
  { source, fault }: Pick<Decoding, 'source' | 'fault'>,
): Decoded {
  try {
    return type.strategy.decoded(object, source);
  } catch (error) {
    if (!DecodingError.is(error)) throw error;
    throw fault(type, object, error.message);
  }
}

/** Returns the error of a body that can't be decoded. */
export function undecodableBody({ kind, version }: ResourceType, object: JsonObject, detail: string): StatusError {
  const written = typeMetaText(object, 'kind') || kind;
  const named = (typeMetaText(object, 'apiVersion') || version).split('/').at(-1);
  return badRequest(`${written} in version "${named}" cannot be handled as a ${kind}: ${detail}`);
}

/** Returns an object with its version and kind, which bodies of built-in kinds may omit. */
export function withTypeMeta(
  type: ResourceType,
  object: JsonObject,
  { body, fault }: Pick<Decoding, 'fault'> & { readonly body: string },
): JsonObject {
  const [written, named] = [typeMetaText(object, 'apiVersion'), typeMetaText(object, 'kind')];
  if (type.isCustom && named === '') throw unrecognized(type.kind, body, `Object 'Kind' is missing in '${body}'`);
  const [apiVersion, kind] = type.isCustom ? [written, named] : [written || type.apiVersion, named || type.kind];
  const isOtherVersion = apiVersion !== type.apiVersion;
  if (!type.isCustom && (isOtherVersion || kind !== type.kind)) {
    if (!isBuiltInKind(apiVersion, kind)) {
      const detail = `no kind "${kind}" is registered for version "${apiVersion}" in scheme "pkg/runtime/scheme.go:111"`;
      throw fault(type, { ...object, apiVersion, kind }, detail);
    }
    if (kind !== type.kind) {
      const [version, internal] = [apiVersion.split('/').at(-1), internalPackage(type.group)];
      const detail = `converting (${version}.${kind}) to (${internal}.${type.kind}): unknown conversion`;
      throw fault(type, { ...object, apiVersion, kind }, detail);
    }
  }
  if (isOtherVersion) {
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${type.apiVersion})`,
    );
  }
  return type.isCustom ? object : { ...object, apiVersion, kind };
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
