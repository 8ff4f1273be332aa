// In: a request of an OpenAPI document. Out: the document, in forms that clients can keep. Called for documents.

import { openApiMessageType } from '../protobuf/open-api-message.ts';
import type { Registry } from '../registry.ts';
import { type EmbeddedRequest, jsonResponse, pageNotFound, textResponse, type WholeResponse } from '../request.ts';
import { notImplemented } from '../status-error.ts';
import { acceptedType } from './media-type.ts';
import { contentHash, documentUrl, openApiIndex, versionDocument } from './open-api.ts';
import { openApiV2 } from './open-api-v2.ts';

const json = 'application/json';
/** The name of the message's media type in requests of older clients. */
const openApiRequestType = openApiMessageType.replace('.v1.0', '@v1.0');
const messageTypes = [openApiMessageType, openApiRequestType].map((type) => type.replace('.v2', '.v3'));

/** The paths of the API server's documents of other things than kinds. */
const unkinded = /^(?:api|apis|apis\/[^/]+|version|logs|openid\/v1\/jwks|\.well-known\/openid-configuration)$/;

const yearMs = 365 * 24 * 3_600_000;

/** Answers a request of an OpenAPI document. The API server doesn't look at the method. */
export function openApiResponse(request: EmbeddedRequest, registry: Registry, nowMs: number): WholeResponse {
  const { path, accept } = request;
  if (path === '/openapi/v3') return jsonResponse(openApiIndex(registry));
  if (path.startsWith('/openapi/v3/')) return versionResponse(request, registry, nowMs);
  if (path !== '/openapi/v2') return pageNotFound();
  const contentType = acceptedType(accept, [json, openApiMessageType, openApiRequestType]);
  if (contentType === undefined) return notAccepted;
  const document = openApiV2(registry);
  const headers = { etag: quoted(contentHash(document)), vary: 'Accept' };
  return { ...jsonResponse(document, { contentType: contentType === json ? json : openApiMessageType }), headers };
}

/** Answers with the document of one version; a request for its present content may keep the response. */
function versionResponse({ path, query, accept }: EmbeddedRequest, registry: Registry, nowMs: number): WholeResponse {
  const contentType = acceptedType(accept, [json, ...messageTypes]);
  if (contentType === undefined) return notAccepted;
  const version = path.slice('/openapi/v3/'.length);
  const document = versionDocument(registry, version);
  if (document === undefined && unkinded.test(version)) throw notImplemented(`has no OpenAPI document of /${version}`);
  if (document === undefined) return textResponse('', 404);
  if (contentType !== json) throw notImplemented('has its OpenAPI v3 documents in JSON only: accept JSON, too');
  const hash = contentHash(document);
  const headers = { etag: quoted(hash), vary: 'Accept' };
  const asked = query.get('hash') ?? '';
  if (asked === '') return { ...jsonResponse(document), headers };
  if (asked !== hash)
    return {
      ...textResponse('', 301),
      contentType: json,
      headers: { ...headers, location: documentUrl(version, hash) },
    };
  const expires = new Date(nowMs + yearMs).toUTCString();
  return { ...jsonResponse(document), headers: { ...headers, 'cache-control': 'public, immutable', expires } };
}

const notAccepted: WholeResponse = { ...textResponse('', 406), headers: { vary: 'Accept' } };

function quoted(hash: string): string {
  return `"${hash}"`;
}
