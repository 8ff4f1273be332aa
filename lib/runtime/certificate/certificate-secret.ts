import { apiVersion, isJsonObject, type Kind, type ObjectKey, type StoredObject } from '../../api/index.ts';
import type { Client } from '../../client/index.ts';
import type { SecretField, SecretTexts } from './held-certificates.ts';

/** Secret.v1. */
export const secretKind: Kind = { group: '', version: 'v1', kind: 'Secret', plural: 'secrets', scope: 'Namespaced' };

const fields: readonly SecretField[] = ['ca.crt', 'ca.key', 'tls.crt', 'tls.key'];

/** Where certificates are kept. */
export interface SecretPlace {
  readonly key: ObjectKey & { readonly namespace: string };
  /** Of the Secret, where it is made. */
  readonly labels: Readonly<Record<string, string>>;
}

/** The texts of the fields that certificates are kept in; nothing for no Secret. */
export function textsOf(secret: StoredObject | undefined): SecretTexts {
  const data = isJsonObject(secret?.data) ? secret.data : {};
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = data[field];
      return typeof value === 'string' ? [[field, Buffer.from(value, 'base64').toString('utf8')]] : [];
    }),
  );
}

/** What a Secret is to hold from now on. */
export interface SecretChange {
  /** The Secret as it was when the texts were decided on; undefined where there was none. */
  readonly before: StoredObject | undefined;
  readonly texts: SecretTexts;
}

/**
 * Keeps texts in the Secret, unless somebody else has written it since.
 *
 * @throws ApiError by `isConflict` or `isAlreadyExists` if somebody has.
 */
export function writeTexts(
  client: Client,
  { key, labels }: SecretPlace,
  { before, texts }: SecretChange,
  signal: AbortSignal,
): Promise<StoredObject> {
  const data = Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [field, Buffer.from(text).toString('base64')]),
  );
  if (before === undefined) {
    const metadata = { ...key, labels };
    // Not kubernetes.io/tls: that promises a certificate to whoever may read it, and no authority's key beside it.
    const secret = { apiVersion: apiVersion(secretKind), kind: secretKind.kind, metadata, type: 'Opaque', data };
    return client.create(secretKind, secret, { signal });
  }
  const { resourceVersion } = before.metadata;
  return client.patch(secretKind, key, { type: 'merge', body: { metadata: { resourceVersion }, data } }, { signal });
}
