// In: a request. Out: the right that it needs. Called by the API server before it answers, and by its audit log.

import type { Authorization, ObjectAuthorization } from '../../access/authorization.ts';
import { type EmbeddedRequest, hasFlag } from '../request.ts';

type Asked = Pick<EmbeddedRequest, 'method' | 'path' | 'query'>;

const verbs: Readonly<Record<string, string>> = {
  GET: 'get',
  HEAD: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** Subresources of namespaces: other words after the name of a namespace are resources in it. */
const namespaceSubresources: ReadonlySet<string> = new Set(['finalize', 'status']);

/**
 * Returns the right that a request needs.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authorization/#determine-the-request-verb
 */
export function requestRight({ method, path, query }: Asked): Authorization {
  const [root, ...rest] = path.split('/').filter(Boolean).map(decodeURIComponent);
  const [group = '', ...inner] = root === 'api' ? ['', ...rest] : rest;
  if ((root !== 'api' && root !== 'apis') || inner.length < 2) return { verb: method.toLowerCase(), path };
  const [, ...segments] = inner;
  const isNamed = segments[0] === 'namespaces' && segments[1] !== undefined;
  const isInside = isNamed && segments[2] !== undefined && !namespaceSubresources.has(segments[2]);
  const [plural = '', name, subresource] = isInside ? segments.slice(2) : segments;
  const right: ObjectAuthorization = {
    verb: verbs[method] ?? '',
    group,
    resource: subresource === undefined ? plural : `${plural}/${subresource}`,
    namespace: isNamed ? segments[1] : undefined,
    name,
  };
  return name === undefined ? collectionRight(right, query) : right;
}

/** A list or watch that selects one name is for that object. */
function collectionRight(right: ObjectAuthorization, query: URLSearchParams): ObjectAuthorization {
  if (right.verb === 'delete') return { ...right, verb: 'deletecollection' };
  if (right.verb !== 'get') return right;
  return { ...right, verb: hasFlag(query, 'watch') ? 'watch' : 'list', name: selectedName(query) };
}

function selectedName(query: URLSearchParams): string | undefined {
  const terms = (query.get('fieldSelector') ?? '').split(',');
  const [, name] = terms.map((term) => /^metadata\.name==?([^=!].*)$/.exec(term)).find(Boolean) ?? [];
  return name === undefined || name === '.' || name === '..' || /[/%]/.test(name) ? undefined : name;
}
