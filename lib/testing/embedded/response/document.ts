// In: a request that names no resource. Out: the document at its path. Called by the API server.

import { kubernetesVersion } from '../built-in/built-in-types.ts';
import type { Registry } from '../registry.ts';
import { type EmbeddedRequest, type EmbeddedResponse, jsonResponse, pageNotFound, textResponse } from '../request.ts';
import type { ServerState } from '../server-state.ts';
import { methodNotAllowed, noSuchResource } from '../status-error.ts';
import { aggregatedDiscovery, apiGroup, apiVersions, groupList, resourceList } from './discovery.ts';
import { acceptsAggregated, assertAcceptsJson, documentFormat } from './media-type.ts';
import { openApiResponse } from './open-api-response.ts';

/** The version that the embedded API server reports. */
const version = {
  major: '1',
  minor: '36',
  emulationMajor: '1',
  emulationMinor: '36',
  minCompatibilityMajor: '1',
  minCompatibilityMinor: '35',
  gitVersion: kubernetesVersion,
  gitCommit: '$Format:%H$',
  gitTreeState: '',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: 'go1.26.8',
  compiler: 'gc',
  platform: 'linux/amd64',
};

/**
 * Answers a request for a document: the version, health, discovery or OpenAPI.
 *
 * @param serverAddress - in discovery documents.
 */
export function documentResponse(
  request: EmbeddedRequest,
  { registry, clock }: Pick<ServerState, 'clock' | 'registry'>,
  serverAddress: string,
): EmbeddedResponse {
  const { method, path, query, accept } = request;
  if (path.startsWith('/openapi/')) return openApiResponse(request, registry, clock.now());
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed();
  switch (trimmed) {
    case '/version':
      assertAcceptsJson(accept);
      return jsonResponse(version);
    case '/healthz':
    case '/livez':
    case '/readyz':
      // The one check that every API server has.
      return textResponse(query.has('verbose') ? `[+]ping ok\n${trimmed.slice(1)} check passed\n` : 'ok');
    case '/healthz/ping':
    case '/livez/ping':
    case '/readyz/ping':
      return textResponse('ok');
    case '/api':
    case '/apis': {
      if (acceptsAggregated(accept)) {
        const contentType = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
        return jsonResponse(aggregatedDiscovery(registry, trimmed), { contentType });
      }
      const contentType = documentFormat(accept, { isRouted: trimmed === '/api' });
      return jsonResponse(trimmed === '/api' ? apiVersions(serverAddress) : groupList(registry), { contentType });
    }
    default:
      return innerDocument(trimmed, accept, registry);
  }
}

function innerDocument(path: string, accept: string, registry: Registry): EmbeddedResponse {
  const found = /^\/apis\/[^/]+$/.test(path)
    ? apiGroup(registry, path.slice('/apis/'.length))
    : resourceList(registry, path);
  if (found !== undefined) {
    const isRouted = path.split('/').length === (path.startsWith('/apis/') ? 4 : 3);
    return jsonResponse(found, { contentType: documentFormat(accept, { isRouted }) });
  }
  const [, root, group = ''] = path.split('/');
  if (root === 'api' || (root === 'apis' && registry.hasBuiltInGroup(group))) throw noSuchResource();
  return pageNotFound();
}
