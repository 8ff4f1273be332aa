// In: a list request. Out: one page of objects. Called by the API server.

import { isJsonObject, type JsonObject } from '../../../api/index.ts';
import { readableJson } from '../json-text.ts';
import type { ResourceType } from '../resource-type.ts';
import type { ServerState } from '../server-state.ts';
import { badRequest, resourceExpired } from '../status-error.ts';
import { countBefore } from '../store/count-before.ts';
import { invalidVersion, type ListQuery, versionNumber } from './list-query.ts';

/** One page of a list. */
export interface Page {
  readonly items: readonly JsonObject[];
  readonly version: number;
  readonly continue: string;
  readonly remainingItemCount: number | undefined;
}

interface Token {
  /** 0 for a token that continues in the present state. */
  readonly version: number;
  readonly start: string;
}

/** Returns one page of a collection, in one namespace or all. */
export async function pageOf(
  state: ServerState,
  { type, ...place }: { readonly type: ResourceType; readonly namespace: string | undefined },
  options: ListQuery,
): Promise<Page> {
  const { store } = state;
  const token = options.continue === '' ? undefined : decodedToken(options.continue);
  const version = listVersion(state, options, token);
  // As in API servers, only the first page of a list that demands a namespace is one of this namespace.
  const namespace = place.namespace ?? (token === undefined ? options.namespace : undefined);
  const prefix = namespace === undefined ? '' : `${namespace}/`;
  // The first page of a list that demands a name has this object only, and is the last one.
  const name = token === undefined && (namespace !== undefined || !type.isNamespaced) ? options.name : undefined;
  const first = `${prefix}${token?.start ?? name ?? ''}`;
  const all = store.list(type.collection, version);
  const end = countBefore(all, ([key]) => (name === undefined ? key < prefix || key.startsWith(prefix) : key <= first));
  const objects: JsonObject[] = [];
  // The cache answers lists at version 0, and doesn't page.
  const isPaged = options.limit > 0 && !(options.resourceVersion === '0' && token === undefined);
  for (let index = countBefore(all, ([key]) => key < first); index < end; index += 1) {
    const [key, stored] = all[index] ?? ['', {}];
    const object = await type.strategy.fromStorage(stored);
    if (!options.isSelected(object)) continue;
    objects.push(object);
    const left = end - index - 1;
    if (isPaged && objects.length === options.limit && left > 0) {
      const next = encodedToken({ version, start: `${key.slice(prefix.length)}\0` });
      return { items: objects, version, continue: next, remainingItemCount: options.hasSelector ? undefined : left };
    }
  }
  return { items: objects, version, continue: '', remainingItemCount: undefined };
}

function listVersion({ store }: ServerState, { resourceVersion, match }: ListQuery, token: Token | undefined): number {
  if (token !== undefined) {
    if (resourceVersion !== '' && resourceVersion !== '0') {
      throw badRequest('specifying resource version is not allowed when using continue');
    }
    if (token.version === 0) return store.version;
    if (token.version < store.oldestVersion) throw expiredToken(token);
    return token.version;
  }
  if (resourceVersion === '') return store.version;
  if (!/^\d+$/.test(resourceVersion)) throw badRequest(`invalid resource version: ${invalidVersion(resourceVersion)}`);
  const version = versionNumber(resourceVersion, store.version);
  if (match !== 'Exact') return store.version;
  if (version < store.oldestVersion) {
    throw resourceExpired('The resourceVersion for the provided list is too old.');
  }
  return version;
}

/** The token goes on in the present state, where objects may be missing or new. */
function expiredToken({ start }: Token) {
  const message =
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';
  return resourceExpired(message, encodedToken({ version: -1, start }));
}

function encodedToken({ version, start }: Token): string {
  const token = { v: 'meta.k8s.io/v1', rv: version, start: `/${start}` };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

function decodedToken(text: string): Token {
  const bytes = Buffer.from(text, 'base64url');
  const value = readableJson(bytes.toString('utf8'));
  if (value === undefined) {
    const firstByte = bytes.toString('latin1', 0, 1);
    throw badRequest(
      `invalid continue token: continue key is not valid: invalid character '${firstByte}' looking for beginning of value`,
    );
  }
  if (!isJsonObject(value) || value.v !== 'meta.k8s.io/v1' || typeof value.start !== 'string') {
    const named = isJsonObject(value) && typeof value.v === 'string' ? value.v : '';
    throw badRequest(
      `invalid continue token: continue key is not valid: server does not recognize this encoded version ${named}`,
    );
  }
  const { rv, start } = value;
  if (start === '') {
    throw badRequest(
      'invalid continue token: continue key is not valid: encoded start key empty (version meta.k8s.io/v1)',
    );
  }
  return { version: typeof rv === 'number' && rv > 0 ? rv : 0, start: start.slice(1) };
}
