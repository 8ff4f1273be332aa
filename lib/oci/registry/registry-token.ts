import { z } from 'zod';
import type { Clock } from '../../clock/index.ts';
import { ImageError } from '../image-error.ts';
import type { RegistryReference } from '../image-name.ts';
import { nextUrl, registryUrl, sendRegistryRequest } from './registry-request.ts';
import { jsonDocument, type RegistryResponse, responseError } from './registry-response.ts';

/** The user's login for a repository: a name and a password, or a token that is exchanged for others. */
export type RegistryLogin =
  | { readonly username: string; readonly password: string }
  | { readonly identityToken: string };

const tokenDocument = z.object({ token: z.string().optional(), access_token: z.string().optional() });

/**
 * Returns the `Authorization` header that a registry asks for.
 *
 * @throws ImageError if the registry asks for another kind of login, or its token server refuses; also the failures of
 *   requests.
 * @see https://distribution.github.io/distribution/spec/auth/token/
 */
export async function obtainAuthorization(
  { headers }: RegistryResponse,
  { registry, repository }: RegistryReference,
  { login, clock }: { readonly login: RegistryLogin | undefined; readonly clock: Clock },
): Promise<string> {
  const challenges = [headers['www-authenticate'] ?? []].flat();
  const bearer = challenges.find((each) => /^\s*bearer\s/i.test(each));
  if (bearer !== undefined) {
    const { realm = '', service, scope = `repository:${repository}:pull` } = challengeParameters(bearer);
    const url = nextUrl(realm, registryUrl(registry, '/'));
    const fields = { scope, ...(service !== undefined && { service }) };
    return `Bearer ${await obtainToken(url, fields, { login, clock, registry })}`;
  }
  if (!challenges.some((each) => /^\s*basic\s/i.test(each))) {
    throw new ImageError('unavailable', `${registry} asks for a login that is neither Basic nor a token: use another`);
  }
  if (login !== undefined && 'password' in login) return basicAuthorization(login);
  throw new ImageError('unavailable', `${registry} asks for a name and a password: run \`docker login ${registry}\``);
}

/** Returns the parameters of a challenge, such as `realm` and `service`. The first of a name counts. */
function challengeParameters(challenge: string): Readonly<Partial<Record<string, string>>> {
  const found = [...challenge.matchAll(/\b(\w+)=(?:"([^"]*)"|([^\s",]+))/g)];
  return Object.fromEntries(
    found.toReversed().map(([, name = '', quoted, plain]) => [name.toLowerCase(), quoted ?? plain]),
  );
}

async function obtainToken(
  url: URL,
  fields: Readonly<Record<string, string>>,
  { login, ...named }: { readonly login: RegistryLogin | undefined; readonly clock: Clock; readonly registry: string },
): Promise<string> {
  const response = await (login !== undefined && 'identityToken' in login
    ? exchangeToken(url, {
        ...fields,
        grant_type: 'refresh_token',
        client_id: 'operand',
        refresh_token: login.identityToken,
      })
    : requestToken(url, fields, login));
  if (response.statusCode !== 200) throw await responseError(response, url, named);
  const { success, data } = tokenDocument.safeParse(await jsonDocument(response.body));
  const found = success ? [data.token, data.access_token].find(Boolean) : undefined;
  if (found !== undefined) return found;
  throw new ImageError(
    'unavailable',
    `${url.host} responds without a token to ${url.pathname}: report it to the registry`,
  );
}

function requestToken(
  url: URL,
  fields: Readonly<Record<string, string>>,
  login: Password | undefined,
): Promise<RegistryResponse> {
  const query = new URL(url);
  for (const [name, value] of Object.entries(fields)) query.searchParams.set(name, value);
  return sendRegistryRequest(query, {
    method: 'GET',
    headers: login === undefined ? {} : { authorization: basicAuthorization(login) },
  });
}

function exchangeToken(url: URL, fields: Readonly<Record<string, string>>): Promise<RegistryResponse> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return sendRegistryRequest(url, { method: 'POST', headers, body: String(new URLSearchParams(fields)) });
}

type Password = Extract<RegistryLogin, { readonly password: string }>;

function basicAuthorization({ username, password }: Password): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
