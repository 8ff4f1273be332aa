/**
 * Returns the token of a header `Authorization: Bearer <token>`; undefined for any other.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1
 */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];
}
