/** What an API server says of somebody who wants to read something: they may, it doesn't know them, or they may not. */
export type AccessDecision =
  | { readonly type: 'allowed' }
  | { readonly type: 'unknown' }
  | { readonly type: 'forbidden'; readonly user: string };

/**
 * Decides about the bearer of a token.
 *
 * @throws Error when it can't be decided, which is no permission.
 */
export type DecideAccess = (token: string) => Promise<AccessDecision>;
