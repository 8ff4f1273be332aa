// In: a token and a requested path. Out: the API server's decision, from two reviews. Called by AccessCache for each
// unknown token.

import { apiVersion, isJsonObject, type Kind } from '../../api/index.ts';
import type { Client } from '../../client/index.ts';
import { type Clock, withTimeLimit } from '../../clock/index.ts';
import { fieldsIn } from '../../schema/index.ts';
import type { AccessDecision, DecideAccess } from './access-cache.ts';

/** The inputs of a review. */
export interface AccessReviewPorts {
  readonly client: Pick<Client, 'create'>;
  readonly clock: Clock;
}

/** Scrapers wait 10 s for the whole response. */
const longestReviewMs = 5_000;

const tokenReview: Kind = {
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'TokenReview',
  plural: 'tokenreviews',
  scope: 'Cluster',
};

const subjectAccessReview: Kind = {
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SubjectAccessReview',
  plural: 'subjectaccessreviews',
  scope: 'Cluster',
};

/**
 * Asks the API server for the user of a token, and if a ClusterRole's `nonResourceURLs` allow `get` on a path. Fails
 * after 5 s.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/authentication-resources/token-review-v1/
 * @see https://kubernetes.io/docs/reference/kubernetes-api/authorization-resources/subject-access-review-v1/
 */
export function accessReview(path: string, { client, clock }: AccessReviewPorts): DecideAccess {
  async function answer(kind: Kind, spec: object, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    // The API server answers a review without storing it, so it has no name.
    const review = { apiVersion: apiVersion(kind), kind: kind.kind, metadata: { name: '' }, spec };
    const { status } = await client.create(kind, review, { signal });
    return fieldsIn(status);
  }

  async function decide(token: string, signal: AbortSignal): Promise<AccessDecision> {
    const { authenticated, user } = await answer(tokenReview, { token }, signal);
    if (authenticated !== true || !isJsonObject(user) || typeof user.username !== 'string') return { type: 'unknown' };
    const { username, ...rest } = user;
    const spec = { ...rest, user: username, nonResourceAttributes: { path, verb: 'get' } };
    const { allowed } = await answer(subjectAccessReview, spec, signal);
    return allowed === true ? { type: 'allowed' } : { type: 'forbidden', user: username };
  }

  const message = `the API server has not answered a review within ${longestReviewMs / 1000} s`;
  return (token) => withTimeLimit(clock, { ms: longestReviewMs, message }, (signal) => decide(token, signal));
}
