// In: a ServiceAccount, and the object that a token is bound to. Out: signed tokens, and the users of tokens. Called by TokenRequests,
// by TokenReviews, and for requests with a token.

import { createHash, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../../api/index.ts';
import { goList, metadataText } from '../../../built-in/index.ts';
import { scalarText, textList, valueAt } from '../../../schema/index.ts';
import { nodes, pods, secretObjects, serviceAccounts } from '../collection.ts';
import { parsedJson } from '../json-text.ts';
import type { ServerState } from '../server-state.ts';
import { accountGroups, accountUsername, type RequestUser } from '../user.ts';

/** The audience of the API server, which also issues the tokens. */
export const apiAudience = 'https://kubernetes.default.svc';

/** The name and uid of an object in a token. */
export interface TokenReference {
  readonly name: string;
  readonly uid: string;
}

/** The content of a token. */
export interface TokenContent {
  readonly namespace: string;
  readonly account: TokenReference;
  /** `pod`, `secret` or `node` → the object whose deletion ends the token; a pod's node is named, too. */
  readonly bound: Readonly<Record<string, TokenReference>>;
  readonly audiences: readonly string[];
  readonly lifetimeSeconds: number;
}

/** The user of a valid token. */
export interface TokenUser {
  readonly user: RequestUser;
  /** The requested audiences that the token is for. */
  readonly audiences: readonly string[];
}

interface Keys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly id: string;
}

/** Field of a token → the collection of the object that the token is bound to. */
const boundKinds = { pod: pods, secret: secretObjects, node: nodes } as const;

/** Issues the tokens of one cluster, and recognizes them. The key is made when the first token is. */
export class AccountTokens {
  readonly #state: ServerState;
  #made: Keys | undefined;

  constructor(state: ServerState) {
    this.#state = state;
  }

  /** Returns a signed token. */
  issue({ namespace, account, bound, audiences, lifetimeSeconds }: TokenContent): string {
    const { privateKey, id } = this.#keys();
    const now = Math.floor(this.#state.clock.now() / 1_000);
    const claims = {
      aud: [...audiences],
      exp: now + lifetimeSeconds,
      iat: now,
      iss: apiAudience,
      jti: this.#state.uid(),
      'kubernetes.io': { namespace, serviceaccount: account, ...bound },
      nbf: now,
      sub: accountUsername({ namespace, name: account.name }),
    };
    const text = [{ alg: 'ES256', kid: id }, claims].map((part) => base64(JSON.stringify(part))).join('.');
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${text}.${signature.toString('base64url')}`;
  }

  /** Returns the user of a token, or the reason why it isn't valid. @param requested - the audiences of which one must fit. */
  authenticated(token: string, requested: readonly string[] = [apiAudience]): TokenUser | string {
    const claims = this.#signedClaims(token);
    if (claims === undefined) return 'invalid bearer token';
    const given = textList(claims.aud);
    const audiences = given.filter((audience) => requested.includes(audience));
    const fault =
      audiences.length === 0
        ? `token audiences ${goList(given)} is invalid for the target audiences ${goList(requested)}`
        : this.#fault(claims);
    return fault === undefined ? { user: userOf(claims), audiences } : `[invalid bearer token, ${fault}]`;
  }

  #keys(): Keys {
    if (this.#made !== undefined) return this.#made;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = createHash('sha256')
      .update(publicKey.export({ type: 'spki', format: 'der' }))
      .digest('base64url');
    this.#made = { privateKey, publicKey, id };
    return this.#made;
  }

  /** Returns the claims of a token of this cluster; undefined for other texts. */
  #signedClaims(token: string): JsonObject | undefined {
    const [header = '', payload = '', signature = '', ...more] = token.split('.');
    if (signature === '' || more.length > 0 || this.#made === undefined) return undefined;
    const key = { key: this.#made.publicKey, dsaEncoding: 'ieee-p1363' } as const;
    const signed = Buffer.from(`${header}.${payload}`);
    if (!verify('sha256', signed, key, Buffer.from(signature, 'base64url'))) return undefined;
    const claims = parsedJson(Buffer.from(payload, 'base64url').toString('utf8'));
    return isJsonObject(claims) ? claims : undefined;
  }

  #fault(claims: JsonObject): string | undefined {
    const now = this.#state.clock.now() / 1_000;
    if (now > Number(claims.exp) + leewaySeconds) return 'service account token has expired';
    if (now < Number(claims.nbf) - leewaySeconds) return 'service account token is not valid yet';
    const namespace = claimText(claims, 'namespace');
    const [name, uid] = [claimText(claims, 'serviceaccount', 'name'), claimText(claims, 'serviceaccount', 'uid')];
    const account = this.#state.store.get(serviceAccounts, `${namespace}/${name}`);
    if (account === undefined) return `serviceaccounts "${name}" not found`;
    const found = metadataText(account, 'uid');
    if (found !== uid) return `service account UID (${found}) does not match claim (${uid})`;
    return this.#boundFault(claims, namespace);
  }

  #boundFault(claims: JsonObject, namespace: string): string | undefined {
    const isOfPod = claimText(claims, 'pod', 'name') !== '';
    for (const [kind, collection] of Object.entries(boundKinds)) {
      const name = claimText(claims, kind, 'name');
      if (name === '' || (kind === 'node' && isOfPod)) continue;
      const key = kind === 'node' ? name : `${namespace}/${name}`;
      const object = this.#state.store.get(collection, key);
      if (object === undefined) return 'service account token has been invalidated';
      const [found, uid] = [metadataText(object, 'uid'), claimText(claims, kind, 'uid')];
      const title = `${kind[0]?.toUpperCase()}${kind.slice(1)}`;
      const claim = kind === 'secret' ? 'service account secret ref claim' : `service account ${kind} ref claim`;
      if (found !== uid)
        return `${kind === 'pod' || kind === 'node' ? title : kind} UID (${found}) does not match ${claim} (${uid})`;
    }
    return undefined;
  }
}

/** Clocks may differ by a minute. */
const leewaySeconds = 60;

function userOf(claims: JsonObject): RequestUser {
  const namespace = claimText(claims, 'namespace');
  const named = ['pod', 'node'].flatMap((kind) =>
    ['name', 'uid'].map((field): [string, string] => [
      `authentication.kubernetes.io/${kind}-${field}`,
      claimText(claims, kind, field),
    ]),
  );
  const extra: [string, string][] = [
    ['authentication.kubernetes.io/credential-id', `JTI=${scalarText(claims.jti)}`],
    ...named.filter(([, value]) => value !== ''),
  ];
  return {
    username: scalarText(claims.sub),
    uid: claimText(claims, 'serviceaccount', 'uid'),
    groups: [...accountGroups(namespace), 'system:authenticated'],
    extra: Object.fromEntries(extra.map(([key, value]) => [key, [value]])),
  };
}

function claimText(claims: JsonObject, ...path: readonly string[]): string {
  return scalarText(valueAt(claims, ['kubernetes.io', ...path]));
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64url');
}
