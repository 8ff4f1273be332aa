// In: a function that handles requests. Out: a client whose requests all pass through it, each with its JSON. Called by
// recordings, which send the requests, and by replays, which answer them.

import { apiVersion, formatObjectKey, type Kind, type ObjectKey, objectKey } from '../../../api/index.ts';
import type { DeclaredRequests } from '../../../client/index.ts';
import type { RequestJson } from './trace.ts';

/**
 * Handles one request.
 *
 * @param request - as a trace has it.
 * @param send - sends it with a client.
 */
export type RequestHandler = <Answer>(
  request: RequestJson,
  send: (client: DeclaredRequests) => Promise<Answer>,
) => Promise<Answer>;

/** Returns a client whose requests a function handles. */
export function tracedClient(handle: RequestHandler): DeclaredRequests {
  return {
    get: (kind, key, options) => handle(requestJson('get', { kind, key }), (client) => client.get(kind, key, options)),
    list: (kind, options = {}) =>
      handle(requestJson('list', { kind }, options), (client) => client.list(kind, options)),
    create: (kind, object, options) =>
      handle(requestJson('create', { kind, key: objectKey(object) }, options, object), (client) =>
        client.create(kind, object, options),
      ),
    apply: (kind, object, options) =>
      handle(requestJson('apply', { kind, key: objectKey(object) }, options, object), (client) =>
        client.apply(kind, object, options),
      ),
    patch: (kind, key, patch, options) => {
      const named = { apiVersion: apiVersion(kind), kind: kind.kind };
      const body = patch.type === 'merge' ? { ...named, ...patch.body } : patch.body;
      return handle(requestJson(`${patch.type} patch`, { kind, key }, options, body), (client) =>
        client.patch(kind, key, patch, options),
      );
    },
    delete: (kind, key, options) =>
      handle(requestJson('delete', { kind, key }, options), (client) => client.delete(kind, key, options)),
  };
}

interface Target {
  readonly kind: Kind;
  readonly key?: ObjectKey;
}

/** The options that don't change the request. */
interface LocalOptions {
  readonly signal?: unknown;
  readonly beforeDispatch?: unknown;
  readonly transform?: unknown;
  readonly longestRetryWaitMs?: unknown;
}

function requestJson(
  verb: string,
  { kind, key }: Target,
  { signal: _, beforeDispatch: _1, transform: _2, longestRetryWaitMs: _3, ...options }: LocalOptions = {},
  body?: unknown,
): RequestJson {
  const named = key === undefined ? {} : { name: formatObjectKey(key) };
  return { verb, of: `${kind.kind}.${apiVersion(kind)}`, ...named, ...options, ...(body !== undefined && { body }) };
}
