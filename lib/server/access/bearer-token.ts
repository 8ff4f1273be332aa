/**
 * The token in a header `Authorization: Bearer <token>`; undefined where there is none, or something else.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1
 */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];
}
