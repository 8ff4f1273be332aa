// In: the provider `oidc` of a kubeconfig's user. Out: an ID token, which the issuer replaces when it expires. Called when an
// identity is read. The official client can't do it: 2.0.1 names the issuer by a text where its library expects a URL.

import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { JsonObject } from '../../api/index.ts';
import { type Clock, withTimeLimit } from '../../clock/index.ts';
import { fieldsIn, isJsonObject, listAt, textOrEmpty } from '../../schema/index.ts';
import { pemField, urlField } from './kubeconfig.ts';
import type { KubeconfigEntry } from './kubeconfig-entry.ts';

/** A token that expires sooner is replaced, since requests take time. That of client-go. */
const expiryMarginMs = 10_000;
const longestResponseMs = 10_000;
const longestResponseBytes = 2 ** 20;

interface Tokens {
  readonly id: string;
  readonly refresh: string;
}

/**
 * Returns the login of a user by OpenID Connect; undefined if the entry has none.
 *
 * Replaced tokens stay in memory: the kubeconfig isn't written. If the issuer accepts a refresh token only once, log in again
 * afterwards to use the same kubeconfig elsewhere.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#openid-connect-tokens
 */
export function oidcLogin(user: KubeconfigEntry, clock: Clock) {
  const provider = user.part('auth-provider');
  // A plugin precedes the provider.
  if (provider.text('name') !== 'oidc' || isJsonObject(user.value('exec'))) return undefined;
  const config = provider.part('config');
  let tokens: Tokens = { id: config.text('id-token') ?? '', refresh: config.text('refresh-token') ?? '' };
  return async ({ isRefused }: { readonly isRefused: boolean }) => {
    if (isRefused || expiryMs(tokens.id) < clock.now() + expiryMarginMs) {
      tokens = await refreshedTokens(config, tokens.refresh, clock);
    }
    return { authorization: `Bearer ${tokens.id}` };
  };
}

/** Returns the expiry of a JSON Web Token; 0 for any other text. */
function expiryMs(token: string): number {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  try {
    const { exp } = fieldsIn(JSON.parse(payload));
    return typeof exp === 'number' ? exp * 1000 : 0;
  } catch (error) {
    if (error instanceof SyntaxError) return 0;
    throw error;
  }
}

async function refreshedTokens(config: KubeconfigEntry, refreshToken: string, clock: Clock): Promise<Tokens> {
  const remedy = 'log in again with the tool that wrote this kubeconfig';
  const issuer = urlField(config, 'idp-issuer-url', ['https:']);
  const client = config.text('client-id');
  if (refreshToken === '' || issuer === undefined || client === undefined) {
    const lacking = refreshToken === '' ? 'refresh-token' : issuer === undefined ? 'idp-issuer-url' : 'client-id';
    throw config.error(`has no valid id-token, and no ${lacking} to get one: ${remedy}`);
  }
  const certificateAuthority = await pemField(config, 'idp-certificate-authority');
  const login = { client, secret: config.text('client-secret'), refreshToken };
  const message = `no response from ${issuer.href} within ${longestResponseMs / 1000} s`;
  try {
    return await withTimeLimit(clock, { ms: longestResponseMs, message }, async (signal) => {
      try {
        return await issuedTokens(issuer, login, { certificateAuthority, signal });
      } catch (error) {
        // A request that is aborted doesn't say why.
        throw signal.aborted ? signal.reason : error;
      }
    });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw config.error(`got no token from its issuer ${issuer.href} (${problem}): ${remedy}`, error);
  }
}

async function issuedTokens(issuer: URL, login: ClientLogin, options: IssuerOptions): Promise<Tokens> {
  const discovery = new URL(`${issuer.pathname.replace(/\/$/, '')}/.well-known/openid-configuration`, issuer);
  const metadata = acceptedBody(await issuerResponse(discovery, options));
  const endpoint = URL.parse(textOrEmpty(metadata.token_endpoint));
  if (endpoint?.protocol !== 'https:') throw new Error(`${discovery.href} names no token_endpoint with https`);
  const [first, second] = tokenRequests(login, metadata);
  const earlier = await issuerResponse(endpoint, { ...options, ...first });
  const isRefused = earlier.refusal !== undefined && second !== undefined;
  const response = acceptedBody(isRefused ? await issuerResponse(endpoint, { ...options, ...second }) : earlier);
  const id = textOrEmpty(response.id_token);
  if (id === '') throw new Error(`${endpoint.href} responds without an id_token`);
  return { id, refresh: textOrEmpty(response.refresh_token) || login.refreshToken };
}

interface ClientLogin {
  readonly client: string;
  /** Undefined for a public client. */
  readonly secret: string | undefined;
  readonly refreshToken: string;
}

/**
 * Returns the requests for a token, of which each is sent if the one before fails: issuers take the secret of a client in a
 * header, in the form, or in both.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-6
 */
function tokenRequests(
  { client, secret, refreshToken }: ClientLogin,
  metadata: JsonObject,
): readonly [TokenRequest, TokenRequest?] {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  if (secret === undefined) return [{ form: new URLSearchParams({ ...form, client_id: client }) }];
  const inForm = { form: new URLSearchParams({ ...form, client_id: client, client_secret: secret }) };
  const methods = listAt(metadata, 'token_endpoint_auth_methods_supported');
  if (methods.length > 0 && !methods.includes('client_secret_basic')) return [inForm];
  const login = Buffer.from([client, secret].map(encodeURIComponent).join(':')).toString('base64');
  return [{ form: new URLSearchParams(form), authorization: `Basic ${login}` }, inForm];
}

interface TokenRequest {
  readonly form: URLSearchParams;
  readonly authorization?: string;
}

interface IssuerResponse {
  readonly body?: JsonObject;
  /** The status, unless it is 200, and the error in the body. */
  readonly refusal?: string;
}

interface IssuerOptions {
  readonly certificateAuthority: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Sends a GET, or a POST of a form.
 *
 * @throws Error without the text of a response, which may repeat the secrets of the request.
 */
async function issuerResponse(
  url: URL,
  { certificateAuthority, signal, form, authorization }: IssuerOptions & Partial<TokenRequest>,
): Promise<IssuerResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = request(
    url,
    {
      ...(certificateAuthority !== undefined && { ca: certificateAuthority }),
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(authorization !== undefined && { authorization }),
      },
      agent: false,
      signal,
    },
    resolve,
  );
  sent.on('error', reject);
  sent.end(form?.toString());
  const response = await promise;
  const body = jsonObject(await limitedText(response, url));
  if (response.statusCode !== 200) {
    const { error, error_description: description } = body ?? {};
    const said = [error, description].filter((each) => typeof each === 'string').join(': ');
    return { refusal: `${url.href} responds with ${[response.statusCode, said].filter(Boolean).join(', ')}` };
  }
  if (body === undefined) throw new Error(`${url.href} doesn't respond with a JSON object`);
  return { body };
}

function acceptedBody({ refusal, body = {} }: IssuerResponse): JsonObject {
  if (refusal !== undefined) throw new Error(refusal);
  return body;
}

function jsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function limitedText(response: IncomingMessage, url: URL): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > longestResponseBytes)
      throw new Error(`${url.href} responds with more than ${longestResponseBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
