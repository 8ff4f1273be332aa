import type { JsonObject } from '../../../api/index.ts';
import type { Cause } from '../../../built-in/index.ts';
import type { AccountTokens } from '../authentication/account-token.ts';
import type { Authorizer } from '../authorization/authorizer.ts';
import type { ServerState } from '../server-state.ts';
import { invalid } from '../status-error.ts';
import type { RequestUser } from '../user.ts';

/** The server's parts that answer reviews. */
export interface ReviewPorts {
  readonly state: ServerState;
  readonly authorizer: Authorizer;
  readonly tokens: AccountTokens;
}

/** A question that a client creates; it isn't stored. */
export interface SentReview extends ReviewPorts {
  /** The decoded object, with its defaults and managers. */
  readonly object: JsonObject;
  readonly user: RequestUser;
  /** Absent for reviews without a namespace. */
  readonly namespace: string | undefined;
  /** The name of the object whose subresource the review is; empty for others. */
  readonly name: string;
}

/** Answers a review with its object, or throws a StatusError. */
export type ReviewHandler = (review: SentReview) => JsonObject;

/** The refusal of a review; it doesn't name the kind, as the API server's doesn't. */
export function invalidReview(group: string, causes: readonly Cause[]) {
  return invalid({ group, kind: '' }, '', causes);
}
