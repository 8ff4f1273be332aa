import { formatObjectKey, type JsonValue, jsonCopy } from '../../api/index.ts';
import type { ApiRequest } from '../../client/index.ts';

/** A request that an operator sent to the cluster of a scenario, other than watches. */
export interface SentRequest {
  /** The request in words, such as `apply Deployment shop/cache` or `patch Memcached/status shop/cache`. */
  readonly title: string;
  readonly verb: ApiRequest['call']['verb'];
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  readonly body: JsonValue | undefined;
  /** True for a write for a resource, unlike those of Events, Leases and webhooks. False for dry runs. */
  readonly isResourceWrite: boolean;
  /** The milliseconds since the start of the scenario, by its clock. */
  readonly atMs: number;
  /** `ok`, or the reason of the error, such as `Conflict`. Undefined while the request is in flight. */
  response: string | undefined;
}

const writes: readonly string[] = ['create', 'apply', 'patch', 'delete'];

/** Kinds that a manager writes for itself, not for a resource. */
const housekeeping: readonly string[] = [
  'CustomResourceDefinition',
  'Event',
  'Lease',
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
];

/** The end of the name of the Secret with the certificates of webhooks. */
const certificateSecret = '-webhook-certificate';

/** Returns true for an object that a manager keeps for itself, not for a resource: Events, Leases, and those of webhooks. */
export function isHousekeeping(kind: string | undefined, name = ''): boolean {
  return housekeeping.includes(kind ?? '') || (kind === 'Secret' && name.endsWith(certificateSecret));
}

/** Returns true for a write for a resource, unlike those of Events, Leases and webhooks. False for dry runs. */
export function isResourceWrite({ call: { verb, kind, object }, query = {} }: ApiRequest): boolean {
  return writes.includes(verb) && query.dryRun === undefined && !isHousekeeping(kind?.kind, object?.name);
}

/** Returns a request in words. */
export function requestTitle({ call: { verb, kind, object, subresource } }: ApiRequest): string {
  const subject = kind === undefined ? '' : ` ${kind.kind}${subresource === undefined ? '' : `/${subresource}`}`;
  return `${verb}${subject}${object === undefined ? '' : ` ${formatObjectKey(object)}`}`;
}

/** Returns the record of a request that is being sent. */
export function sentRequest(request: ApiRequest, atMs: number): SentRequest {
  const { call, body } = request;
  return {
    title: requestTitle(request),
    verb: call.verb,
    kind: call.kind?.kind ?? '',
    namespace: call.object?.namespace,
    name: call.object?.name,
    subresource: call.subresource,
    body: body === undefined ? undefined : jsonCopy(body.content),
    isResourceWrite: isResourceWrite(request),
    atMs,
    response: undefined,
  };
}
