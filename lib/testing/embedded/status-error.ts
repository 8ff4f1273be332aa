import type { JsonObject } from '../../api/index.ts';
import { type Cause, isDeleting, metadataText } from '../../built-in/index.ts';
import { brandedError } from '../../error/index.ts';

/** The group and the plural or kind that a Status names. */
export interface NamedType {
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
}

interface StatusContent {
  readonly code: number;
  readonly reason?: string;
  readonly message: string;
  readonly details?: JsonObject;
  /** The token that continues an expired list. */
  readonly continue?: string;
}

/** A response of the API server other than success, with the texts of the real one. */
export class StatusError extends brandedError('StatusError') {
  readonly code: number;
  readonly reason: string;
  readonly status: JsonObject;

  constructor({ code, reason = '', message, details, ...content }: StatusContent) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: content.continue === undefined ? {} : { continue: content.continue },
      status: 'Failure',
      message,
      ...(reason !== '' && { reason }),
      ...(details !== undefined && { details }),
      code,
    };
  }
}

/** Returns `deployments.apps`; the plural alone in the core group. */
export function groupResource({ group, plural }: Pick<NamedType, 'group' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${group}`;
}

function objectDetails({ group, plural }: NamedType, name: string): JsonObject {
  return { ...(name !== '' && { name }), ...(group !== '' && { group }), kind: plural };
}

/** The response for a request that can't be understood. */
export function badRequest(message: string): StatusError {
  return new StatusError({ code: 400, reason: 'BadRequest', message });
}

/** The response for an absent object. */
export function objectNotFound(type: NamedType, name: string): StatusError {
  const message = `${groupResource(type)} "${name}" not found`;
  return new StatusError({ code: 404, reason: 'NotFound', message, details: objectDetails(type, name) });
}

/** The response for a path that no resource has. */
export function noSuchResource(): StatusError {
  const message = 'the server could not find the requested resource';
  return new StatusError({ code: 404, reason: 'NotFound', message, details: {} });
}

/** The response for a name that is taken. */
export function alreadyExists(type: NamedType, present: JsonObject): StatusError {
  const name = metadataText(present, 'name');
  const state = isDeleting(present) ? 'object is being deleted: ' : '';
  const message = `${state}${groupResource(type)} "${name}" already exists`;
  return new StatusError({ code: 409, reason: 'AlreadyExists', message, details: objectDetails(type, name) });
}

/** The response for a write that doesn't fit the present object. */
export function conflict(type: NamedType, name: string, cause: string): StatusError {
  const message = `Operation cannot be fulfilled on ${groupResource(type)} "${name}": ${cause}`;
  return new StatusError({ code: 409, reason: 'Conflict', message, details: objectDetails(type, name) });
}

/** The conflict of a write with another resource version. */
export function versionConflict(type: NamedType, name: string): StatusError {
  return conflict(
    type,
    name,
    'the object has been modified; please apply your changes to the latest version and try again',
  );
}

/** The response for a write that a rule of the cluster forbids. */
export function forbidden(type: NamedType, name: string, cause: string, causes: readonly Cause[] = []): StatusError {
  const message =
    name === ''
      ? `${groupResource(type)} is forbidden: ${cause}`
      : `${groupResource(type)} "${name}" is forbidden: ${cause}`;
  const details = { ...objectDetails(type, name), ...(causes.length > 0 && { causes: causes.map(causeJson) }) };
  return new StatusError({ code: 403, reason: 'Forbidden', message, details });
}

/** The response for an object whose fields aren't valid. */
export function invalid(type: Pick<NamedType, 'group' | 'kind'>, name: string, causes: readonly Cause[]): StatusError {
  const texts = causes.map(({ field, message }) => `${field ?? ''}: ${message}`);
  const list = texts.length === 1 ? (texts[0] ?? '') : `[${[...new Set(texts)].join(', ')}]`;
  const { group, kind } = type;
  return new StatusError({
    code: 422,
    reason: 'Invalid',
    message: `${group === '' ? kind : `${kind}.${group}`} "${name}" is invalid: ${list}`,
    details: {
      ...(name !== '' && { name }),
      ...(group !== '' && { group }),
      ...(kind !== '' && { kind }),
      causes: causes.map(causeJson),
    },
  });
}

/** The response for a method that a path doesn't have. */
export function methodNotAllowed(): StatusError {
  const message = 'the server does not allow this method on the requested resource';
  return new StatusError({ code: 405, reason: 'MethodNotAllowed', message, details: {} });
}

/** The response for a body of another media type. */
export function unsupportedMediaType(accepted: readonly string[]): StatusError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return new StatusError({ code: 415, reason: 'UnsupportedMediaType', message });
}

/** The response of built-in kinds for a patch of an unknown media type. */
export function unsupportedPatch(): StatusError {
  return new StatusError({
    code: 415,
    reason: 'UnsupportedMediaType',
    message: '415: Unsupported Media Type',
    details: {},
  });
}

/** The response of custom kinds for a method that a subresource doesn't have. */
export function unsupportedVerb(type: NamedType, verb: string): StatusError {
  const message = `${verb} is not supported on resources of kind "${groupResource(type)}"`;
  const { group, plural } = type;
  return new StatusError({ code: 405, reason: 'MethodNotAllowed', message, details: { group, kind: plural } });
}

/** The response for a resource version, or a token of a list, that the history no longer covers. */
export function resourceExpired(message: string, inconsistentContinue?: string): StatusError {
  const token = inconsistentContinue === undefined ? {} : { continue: inconsistentContinue };
  return new StatusError({ code: 410, reason: 'Expired', message, ...token });
}

/** An error without a reason, as the API server reports those that it doesn't expect. */
export function internalError(message: string): StatusError {
  return new StatusError({ code: 500, message });
}

/**
 * The response for a feature that the embedded API server doesn't have.
 *
 * @param sentence - the rest of the message: the missing feature, and the remedy.
 */
export function notImplemented(sentence: string): StatusError {
  const remedy = sentence.includes(': ') ? '' : ': use a ControlPlane of operand/testing';
  const message = `the embedded API server ${sentence}${remedy}`;
  return new StatusError({ code: 501, reason: 'NotImplemented', message });
}

function causeJson({ reason, message, field }: Cause): JsonObject {
  return { ...(reason !== undefined && { reason }), message, ...(field !== undefined && { field }) };
}

/** The response for an error that the API server doesn't expect, with its message as a cause. */
export function internalErrorWithCause(message: string): StatusError {
  return new StatusError({
    code: 500,
    reason: 'InternalError',
    message: `Internal error occurred: ${message}`,
    details: { causes: [{ message }] },
  });
}
