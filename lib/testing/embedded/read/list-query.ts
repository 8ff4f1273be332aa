// In: the query of a list or watch. Out: its options, validated with the API server's words. Called by lists and watches.

import type { JsonObject } from '../../../api/index.ts';
import { type Cause, forbiddenField, labelsOf, unsupportedValue } from '../../../built-in/index.ts';
import { hasFlag } from '../request.ts';
import type { ResourceType } from '../resource-type.ts';
import { demandedValue, fieldMatch } from '../selector/field-selector.ts';
import { labelMatch } from '../selector/label-selector.ts';
import { badRequest, internalError, invalid, StatusError } from '../status-error.ts';

/** The options of a list or watch. */
export interface ListQuery {
  readonly isSelected: (object: JsonObject) => boolean;
  readonly hasSelector: boolean;
  /** The name of the only object that can be selected. */
  readonly name: string | undefined;
  /** The only namespace whose objects can be selected. */
  readonly namespace: string | undefined;
  readonly limit: number;
  readonly continue: string;
  readonly resourceVersion: string;
  readonly match: string;
  readonly isWatch: boolean;
  readonly sendsInitialEvents: boolean;
  readonly allowsBookmarks: boolean;
  readonly timeoutSeconds: number | undefined;
}

/** Returns the options of a list or watch. @throws StatusError if an option isn't valid. */
export function listQuery(type: ResourceType, query: URLSearchParams): ListQuery {
  const isWatch = hasFlag(query, 'watch');
  const resourceVersion = query.get('resourceVersion') ?? '';
  const match = query.get('resourceVersionMatch') ?? '';
  const token = query.get('continue') ?? '';
  const limit = queryNumber(query, 'limit') ?? 0;
  const sendInitialEvents = query.has('sendInitialEvents') ? hasFlag(query, 'sendInitialEvents') : undefined;
  const timeoutSeconds = queryNumber(query, 'timeoutSeconds');
  const labels = query.get('labelSelector') ?? '';
  const fields = query.get('fieldSelector') ?? '';
  const isLabelled = labelMatch(labels);
  const isFielded = fieldMatch(fields, type.selectableFields, (field) => unknownField(type, field));
  const causes = versionCauses({ isWatch, resourceVersion, match, token, sendInitialEvents });
  if (causes.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', causes);
  return {
    isSelected: (object) => isLabelled(labelsOf(object)) && isFielded(object),
    hasSelector: labels !== '' || fields !== '',
    name: demandedValue(fields, 'metadata.name'),
    namespace: demandedValue(fields, 'metadata.namespace'),
    limit,
    continue: token,
    resourceVersion,
    match,
    isWatch,
    sendsInitialEvents: sendInitialEvents ?? false,
    allowsBookmarks: hasFlag(query, 'allowWatchBookmarks'),
    timeoutSeconds,
  };
}

/** The words depend on the kind: those with selectable fields of their own have functions of their own for them. */
function unknownField({ isCustom, kind, selectableFields }: ResourceType, field: string): string {
  const quoted = JSON.stringify(field);
  if (kind === 'Job') return `field label ${quoted} not supported for Job`;
  if (kind === 'ResourceSlice') return `field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: ${field}`;
  const isOwn = isCustom || selectableFields.size !== 2 || !selectableFields.has('metadata.namespace');
  return isOwn
    ? `field label not supported: ${field}`
    : `${quoted} is not a known field selector: only "metadata.name", "metadata.namespace"`;
}

interface VersionOptions {
  readonly isWatch: boolean;
  readonly resourceVersion: string;
  readonly match: string;
  readonly token: string;
  readonly sendInitialEvents: boolean | undefined;
}

const field = 'resourceVersionMatch';
const continuedCause = forbiddenField(field, 'resourceVersionMatch is forbidden when continue is provided');

function versionCauses({ isWatch, resourceVersion, match, token, sendInitialEvents }: VersionOptions): Cause[] {
  if (isWatch) return watchCauses({ match, token, sendInitialEvents });
  if (sendInitialEvents !== undefined) {
    return [forbiddenField('sendInitialEvents', 'sendInitialEvents is forbidden for list')];
  }
  if (match === '') return [];
  return [
    ...(resourceVersion === ''
      ? [forbiddenField(field, 'resourceVersionMatch is forbidden unless resourceVersion is provided')]
      : []),
    ...(token === '' ? [] : [continuedCause]),
    ...(match === 'Exact' || match === 'NotOlderThan'
      ? []
      : [unsupportedValue(field, match, ['Exact', 'NotOlderThan', ''])]),
    ...(match === 'Exact' && resourceVersion === '0'
      ? [forbiddenField(field, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"')]
      : []),
  ];
}

function watchCauses({
  match,
  token,
  sendInitialEvents,
}: Pick<VersionOptions, 'match' | 'sendInitialEvents' | 'token'>): Cause[] {
  const text =
    sendInitialEvents === undefined
      ? match !== '' && 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'
      : match !== 'NotOlderThan' && 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan';
  return [
    ...(text === false ? [] : [forbiddenField(field, text)]),
    ...(match === '' || match === 'NotOlderThan' ? [] : [unsupportedValue(field, match, ['NotOlderThan'])]),
    ...(token === '' ? [] : [continuedCause]),
  ];
}

/** Returns a parameter as Go reads a number. @throws StatusError if it isn't one. */
export function queryNumber(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  const refused = (fault: string) => badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: ${fault}`);
  if (!/^[-+]?\d+$/.test(value)) throw refused('invalid syntax');
  if (BigInt.asIntN(64, BigInt(value)) !== BigInt(value)) throw refused('value out of range');
  return Number(value);
}

/** Returns a resource version as a number. @throws StatusError as the API server does for other texts, and for the future. */
export function versionNumber(text: string, present: number): number {
  if (!/^\d+$/.test(text)) {
    throw internalError(invalidVersion(text));
  }
  const version = Number(text);
  if (version > present) throw tooLarge(version, present);
  return version;
}

/** Returns the API server's words for a resource version that isn't a number. */
export function invalidVersion(text: string): string {
  const quoted = JSON.stringify(text);
  return `resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: invalid syntax`;
}

/** The API server waits three seconds for a version that it doesn't have yet; this one doesn't wait. */
function tooLarge(version: number, present: number): StatusError {
  return new StatusError({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${version}, current: ${present}`,
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  });
}
