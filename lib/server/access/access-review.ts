// In: a token, and the path that its bearer asks for. Out: what the API server says of them, by two reviews.
// Called by AccessCache for each token that it doesn't know.

import { isJsonObject, type Kind, type StoredObject } from '../../api/index.ts';
import type { Client } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import type { AccessDecision, DecideAccess } from './access-decision.ts';

/** What a review is made with. */
export interface AccessReviewPorts {
  readonly client: Pick<Client, 'create'>;
  readonly clock: Clock;
}

/** Scrapers wait for 10 s, and what they wait for is more than the review. */
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
 * Asks the API server whose a token is, and whether they may `get` a path, as a ClusterRole's `nonResourceURLs` allows it.
 * What it hasn't answered within 5 s isn't decided.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/authentication-resources/token-review-v1/
 * @see https://kubernetes.io/docs/reference/kubernetes-api/authorization-resources/subject-access-review-v1/
 */
export function accessReview(path: string, { client, clock }: AccessReviewPorts): DecideAccess {
  async function answer(kind: Kind, spec: object, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    const { group, version } = kind;
    // A review is answered and not stored, so it has no name.
    const review = { apiVersion: `${group}/${version}`, kind: kind.kind, metadata: { name: '' }, spec };
    return statusOf(await client.create(kind, review, { signal }));
  }

  async function decide(token: string, signal: AbortSignal): Promise<AccessDecision> {
    const { authenticated, user } = await answer(tokenReview, { token }, signal);
    if (authenticated !== true || !isJsonObject(user) || typeof user.username !== 'string') return { type: 'unknown' };
    const { username, ...rest } = user;
    const spec = { ...rest, user: username, nonResourceAttributes: { path, verb: 'get' } };
    const { allowed } = await answer(subjectAccessReview, spec, signal);
    return allowed === true ? { type: 'allowed' } : { type: 'forbidden', user: username };
  }

  return async (token) => {
    const giveUp = new AbortController();
    const timer = clock.timer(longestReviewMs, () => {
      giveUp.abort(new Error(`the API server has not answered a review within ${longestReviewMs / 1000} s`));
    });
    try {
      return await decide(token, giveUp.signal);
    } finally {
      timer.cancel();
    }
  };
}

function statusOf({ status }: StoredObject): Readonly<Record<string, unknown>> {
  return isJsonObject(status) ? status : {};
}
