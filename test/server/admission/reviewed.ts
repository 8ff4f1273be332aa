import type { PostEndpoint } from '../../../lib/server/index.ts';
import { silentLogger, silentMetrics } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/index.ts';
import { ObservedCluster } from '../../runtime/observed-cluster.ts';
import { inTurn } from '../in-turn.ts';

/** Ports of endpoints, for tests that don't examine them. */
export const ports = {
  client: (await ObservedCluster.start()).client(),
  fieldManager: 'well-operator',
  lookupOf: () => ({ list: () => [], indexed: () => [] }),
  isListed: () => true,
  clock: new ManualClock(),
  logger: silentLogger,
  metrics: silentMetrics,
};

/** The fields of an API server's request that matter to a test. */
export interface ReviewParts {
  readonly apiVersion?: string;
  readonly operation?: string;
  /** A well, or an invalid object. */
  readonly object?: object | null;
  readonly oldObject?: object | null;
  readonly dryRun?: boolean;
  readonly userInfo?: object;
}

/** Returns an AdmissionReview, by default of a creation. */
export function review({ apiVersion = 'admission.k8s.io/v1', ...request }: ReviewParts): object {
  return {
    apiVersion,
    kind: 'AdmissionReview',
    request: {
      uid: 'uid-of-request',
      kind: { group: 'test.example.com', version: 'v1', kind: 'Well' },
      resource: { group: 'test.example.com', version: 'v1', resource: 'wells' },
      operation: 'CREATE',
      userInfo: { username: 'jane', uid: 'u1', groups: ['devs'], extra: { scopes: ['a'] } },
      object: null,
      oldObject: null,
      dryRun: false,
      options: {},
      ...request,
    },
  };
}

/** Returns the response to a review, and its version; fails without one. */
export async function respond(endpoint: PostEndpoint, parts: ReviewParts) {
  const reply = await endpoint.answer(review(parts), new AbortController().signal, inTurn);
  if (reply.status !== 200) return { code: reply.status, text: reply.body, apiVersion: undefined, response: undefined };
  const { apiVersion, response } = JSON.parse(reply.body);
  return { code: 200, text: '', apiVersion, response };
}
