import type { PostEndpoint } from '../../../lib/server/index.ts';
import { silentLogger, silentMetrics } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/index.ts';
import { ObjectServer } from '../../runtime/object-server.ts';

/** Ports of endpoints, for tests without interest in them. */
export const ports = {
  client: new ObjectServer().client(),
  fieldManager: 'well-operator',
  lookupOf: () => ({ list: () => [], indexed: () => [] }),
  isListed: () => true,
  clock: new ManualClock(),
  logger: silentLogger,
  metrics: silentMetrics,
};

/** A request of an API server: the fields that matter to a test. */
export interface ReviewParts {
  readonly apiVersion?: string;
  readonly operation?: string;
  /** A well, or an object to be distinguished from one. */
  readonly object?: object | null;
  readonly oldObject?: object | null;
  readonly dryRun?: boolean;
  readonly userInfo?: object;
}

/** An AdmissionReview: a creation unless the parts say otherwise. */
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

/** The response to a review, and the version in which it came; fails if there is none. */
export async function respond(endpoint: PostEndpoint, parts: ReviewParts) {
  const reply = await endpoint.answer(review(parts), new AbortController().signal);
  if (reply.status !== 200) return { code: reply.status, text: reply.body, apiVersion: undefined, response: undefined };
  const { apiVersion, response } = JSON.parse(reply.body);
  return { code: 200, text: '', apiVersion, response };
}
