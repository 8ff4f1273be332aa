/** The API server's decision about a read: allowed, unauthenticated, or forbidden. */
export type AccessDecision =
  | { readonly type: 'allowed' }
  | { readonly type: 'unknown' }
  | { readonly type: 'forbidden'; readonly user: string };

/**
 * Decides about the user of a token.
 *
 * @throws Error if the review fails, which doesn't allow access.
 */
export type DecideAccess = (token: string) => Promise<AccessDecision>;
