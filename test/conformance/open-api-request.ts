// In: a server. Out: the responses to requests of its OpenAPI documents, in a form that all servers share. Compared by the conformance
// suite.

import { fieldsAt, textAt } from '../../lib/schema/json-part.ts';
import type { RealServer } from './real-server.ts';
import { objectOf } from './session.ts';
import { request } from './written-request.ts';

const json = 'application/json';
const accepts = ['', '*/*', json, 'application/*', 'application/yaml', 'text/html', `text/html,${json}`];

/** Returns the comparable parts of responses, of documents that clients may keep. */
export async function openApiResponses(server: RealServer): Promise<unknown[]> {
  const index = objectOf(await server.send(request('GET', '/openapi/v3', { accept: json })));
  const url = textAt(fieldsAt(index, 'paths')['apis/policy/v1'], 'serverRelativeURL');
  const [path = '', hash = ''] = url.split('?hash=');
  const asked = [
    ...accepts.flatMap((accept) => ['/openapi/v2', path, url].map((each) => ({ path: each, accept, method: 'GET' }))),
    ...['DELETE', 'POST'].map((method) => ({ path, accept: json, method })),
    ...[`${path}?hash=`, `${path}?hash=other`, `${path}/`, '/openapi/v3/', '/openapi/v4'].map((each) => ({
      path: each,
      accept: json,
      method: 'GET',
    })),
  ];
  const responses = [];
  for (const { path: each, accept, method } of asked) {
    for (const headers of [{}, { 'if-none-match': `"${hash}"` }]) {
      const { status, headers: answered } = await server.head(request(method, each, { accept }), headers);
      const { etag, vary = '', location, expires } = answered;
      responses.push({
        request: [method, each === url ? 'the present document' : each, accept, Object.keys(headers)],
        status,
        contentType: status === 200 ? answered['content-type'] : undefined,
        isNamed: etag !== undefined,
        isPresent: etag === `"${hash}"`,
        varies: /\bAccept(?!-)/.test(vary),
        leadsToPresent: location === url,
        isImmutable: answered['cache-control'] === 'public, immutable',
        keptDays: expires === undefined ? undefined : Math.round((Date.parse(expires) - Date.now()) / 86_400_000),
      });
    }
  }
  return responses;
}
