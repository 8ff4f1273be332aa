// In: the discovery documents of Kubernetes 1.36. Out: requests for each resource: all methods at all its places, and lists and
// writes with all query parameters and media types. Compared by the conformance suite.

import { builtInDiscovery, type DiscoveredResource } from '../../lib/testing/embedded/built-in/built-in-types.ts';
import type { ConformanceRequest } from './conformance-server.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** A body of no kind, so that writes show only their routes. */
const odd = '{"kind":"Odd","apiVersion":"odd/v1"}';

/** Selects no object, so that both servers have equal lists, and delete nothing. */
const none = 'labelSelector=discovered%3Dno';

const listQueries = [
  ...[
    'pretty=true',
    'limit=',
    'limit=1',
    'limit=abc',
    'limit=-1',
    'limit=1.5',
    'limit=%2B1',
    `limit=${'9'.repeat(20)}`,
  ],
  ...['continue=xyz', 'continue=e30', 'timeoutSeconds=abc', 'timeoutSeconds=-1', 'timeoutSeconds='],
  ...['resourceVersion=0', 'resourceVersion=00', 'resourceVersion=-1', 'resourceVersion=1.0', 'resourceVersion=abc'],
  ...['resourceVersion=0&resourceVersionMatch=Exact', 'resourceVersion=0&resourceVersionMatch=NotOlderThan'],
  ...['resourceVersionMatch=Exact', 'resourceVersion=0&resourceVersionMatch=exact'],
  ...['sendInitialEvents=true', 'sendInitialEvents=false', 'sendInitialEvents=', 'sendInitialEvents=abc'],
  ...['watch=0', 'watch=false', 'watch=1&timeoutSeconds=abc', 'watch=1&continue=abc', 'watch=1&resourceVersion=abc'],
  ...[
    'dryRun=odd',
    'fieldManager=x',
    'fieldValidation=Odd',
    'unknown=1',
    'labelSelector=%3D',
    'labelSelector=a%20in%20(b',
  ],
  ...['labelSelector=a%2Fb%2Fc', 'labelSelector=%2Fb', `labelSelector=${'a'.repeat(70)}`],
  ...[`labelSelector=a%3D${'a'.repeat(70)}`],
  ...['watch=1&sendInitialEvents=true', 'watch=1&resourceVersionMatch=NotOlderThan', 'watch=1&fieldSelector=a'],
  ...['watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&continue=a', 'watch=1&fieldSelector=a%3Db'],
];

const fieldQueries = [
  ...['metadata.name%3Da', 'metadata.name', 'metadata.uid%3Da', 'metadata.namespace%3Ddefault', '%3D', '!%3D'].map(
    fields,
  ),
  ...['status.phase%3DA', 'spec.nodeName%3Da', 'spec.driver%3Da', 'spec.signerName%3Da', 'type%3Da'].map(fields),
  ...['status.replicas%3D1', 'status.successful%3D1', 'reason%3Da', 'spec.type%3Da'].map(fields),
  ...['a%3D%3Db', 'metadata.name%3Da,metadata.name!%3Db', 'metadata.name%20in%20(a)'].map(fields),
  ...['metadata.name%3Da%5C,b', 'metadata.name%3Da%5Cb', 'metadata.name%3Da%5C%5C'].map(fields),
];

function fields(selector: string): string {
  return `fieldSelector=${selector}`;
}

/** A resource, and its places: the collections, and an object that is absent. */
interface Place {
  readonly root: string;
  readonly resource: DiscoveredResource;
  readonly collection: string;
}

function placeOf(root: string, resource: DiscoveredResource): Place {
  const { name, namespaced } = resource;
  return { root, resource, collection: namespaced ? `${root}/namespaces/default/${name}` : `${root}/${name}` };
}

const places: readonly Place[] = Object.entries(builtInDiscovery.resources).flatMap(([root, resources]) =>
  resources.filter(({ name }) => !name.includes('/')).map((resource) => placeOf(root, resource)),
);

const custom = placeOf('/apis/conformance.example.com/v1', {
  ...{ name: 'widgets', singularName: 'widget', namespaced: true, kind: 'Widget' },
  verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
});

/** Returns the subresources of a resource, and some that it may not have. */
function subresourcesOf({ root, resource }: Place): ReadonlySet<string> {
  const own = (builtInDiscovery.resources[root] ?? []).filter(({ name }) => name.startsWith(`${resource.name}/`));
  return new Set([...own.map(({ name }) => name.slice(resource.name.length + 1)), 'status', 'scale', 'odd']);
}

/** All methods at all places of each resource: `/api/v1/pods` → its requests. */
export const methodRequests = requestsOf((place) => {
  const { root, resource, collection } = place;
  const { name, namespaced } = resource;
  const outside = namespaced ? `${root}/${name}` : `${root}/namespaces/default/${name}`;
  const object = `${collection}/absent`;
  return [
    ...[outside, `${outside}/absent`, collection, `${collection}/`, object, `${object}/`, `${object}/status/more`],
    ...[...subresourcesOf(place)].map((subresource) => `${object}/${subresource}`),
  ].flatMap((path) => methods.map((method) => request(method, `${path}?${none}&dryRun=All`)));
});

/** Field selectors for each resource, and the other parameters of lists for a built-in one and a custom one. */
export const listRequests = requestsOf(({ resource: { name, verbs }, collection }) => {
  if (!verbs.includes('list')) return [];
  const queries = name === 'configmaps' || name === 'widgets' ? [...listQueries, ...fieldQueries] : fieldQueries;
  return queries.map((query) =>
    request('GET', `${collection}?${query.includes('labelS') ? query : `${query}&${none}`}`),
  );
});

function requestsOf(requests: (place: Place) => readonly ConformanceRequest[]) {
  return [...places, custom].map((place) => ({
    path: `${place.root}/${place.resource.name}`,
    requests: requests(place),
  }));
}

function request(method: string, path: string): ConformanceRequest {
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  return {
    method,
    path,
    accept: 'application/json',
    body: hasBody ? odd : undefined,
    contentType: hasBody ? contentType : undefined,
  };
}
