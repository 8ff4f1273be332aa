/** The names of the fields in the Secret's data: as in Secrets of type kubernetes.io/tls, and the authority's key. */
export type SecretField = 'ca.crt' | 'ca.key' | 'tls.crt' | 'tls.key';

/** The texts of the Secret's fields. */
export type SecretTexts = Readonly<Partial<Record<SecretField, string>>>;

const fields: readonly SecretField[] = ['ca.crt', 'ca.key', 'tls.crt', 'tls.key'];

/** Returns the texts of a Secret's certificate fields; an empty object if the Secret doesn't exist. */
export function certificateTexts(secret: object | undefined): SecretTexts {
  const data: unknown = secret !== undefined && 'data' in secret ? secret.data : {};
  const values = new Map<string, unknown>(Object.entries(data ?? {}));
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values.get(field);
      return typeof value === 'string' ? [[field, Buffer.from(value, 'base64').toString('utf8')]] : [];
    }),
  );
}

/** Returns the texts of certificates as the data of a Secret. */
export function secretData(texts: SecretTexts): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [field, Buffer.from(text).toString('base64')]),
  );
}
