import { apiVersion, type ObjectKey, type StoredObject, secretKind } from '../../api/index.ts';
import { type SecretTexts, secretData } from '../../certificate/index.ts';
import type { Client } from '../../client/index.ts';

/** The Secret that stores the certificates. */
export interface SecretPlace {
  readonly key: ObjectKey & { readonly namespace: string };
  /** The labels of a created Secret. */
  readonly labels: Readonly<Record<string, string>>;
}

/** A new content of the Secret. */
export interface SecretChange {
  /** The Secret as read before the change was decided; undefined if there was none. */
  readonly before: StoredObject | undefined;
  readonly texts: SecretTexts;
}

/**
 * Writes texts to the Secret, unless another client has written it since.
 *
 * @throws ApiError by `isConflict` or `isAlreadyExists` if another client has.
 */
export function writeCertificateTexts(
  client: Client,
  { key, labels }: SecretPlace,
  { before, texts }: SecretChange,
  signal: AbortSignal,
): Promise<StoredObject> {
  const data = secretData(texts);
  if (before === undefined) {
    const metadata = { ...key, labels };
    // Not kubernetes.io/tls: readers of that type expect a certificate, and no authority's key beside it.
    const secret = { apiVersion: apiVersion(secretKind), kind: secretKind.kind, metadata, type: 'Opaque', data };
    return client.create(secretKind, secret, { signal });
  }
  const { resourceVersion } = before.metadata;
  return client.patch(secretKind, key, { type: 'merge', body: { metadata: { resourceVersion }, data } }, { signal });
}
