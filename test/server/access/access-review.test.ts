import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Kind, KubernetesObject, StoredObject } from '../../../lib/api/index.ts';
import type { WriteOptions } from '../../../lib/client/index.ts';
import { accessReview } from '../../../lib/server/index.ts';
import { ManualClock } from '../../../lib/testing/index.ts';

/** Returns the status of a review. */
type ReviewHandler = (review: KubernetesObject, options: WriteOptions | undefined) => Promise<object>;

/** Returns an API server that answers reviews, and the received objects. */
function reviewer(handlers: Readonly<Record<string, ReviewHandler>>) {
  const sent: KubernetesObject[] = [];
  const create = async (kind: Kind, review: KubernetesObject, options?: WriteOptions): Promise<StoredObject> => {
    sent.push(review);
    const status = await handlers[kind.plural]?.(review, options);
    const metadata = { name: '', uid: '', resourceVersion: '', creationTimestamp: '' };
    return { ...review, metadata, status };
  };
  return { sent, create };
}

const user = { username: 'ada', uid: '7', groups: ['readers'], extra: { scopes: ['metrics'] } };
const known: ReviewHandler = async () => ({ authenticated: true, user });

describe('accessReview', () => {
  it('accessReview allows a caller that the API server allows, and passes all fields of the user on', async () => {
    const { sent, create } = reviewer({
      tokenreviews: known,
      subjectaccessreviews: async () => ({ allowed: true }),
    });
    const clock = new ManualClock();
    const review = accessReview('/metrics', { client: { create }, clock });
    assert.deepEqual(await review('secret'), { type: 'allowed' });
    assert.equal(clock.pendingCount, 0);
    assert.deepEqual(
      sent.map(({ apiVersion, kind, metadata, spec }) => ({ apiVersion, kind, name: metadata.name, spec })),
      [
        { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', name: '', spec: { token: 'secret' } },
        {
          apiVersion: 'authorization.k8s.io/v1',
          kind: 'SubjectAccessReview',
          name: '',
          spec: {
            user: 'ada',
            uid: '7',
            groups: ['readers'],
            extra: { scopes: ['metrics'] },
            nonResourceAttributes: { path: '/metrics', verb: 'get' },
          },
        },
      ],
    );
  });

  const strangers: Readonly<Record<string, object>> = {
    'is not authenticated': { authenticated: false, error: 'invalid bearer token' },
    'is not marked as authenticated': { user },
    'is authenticated without a name': { authenticated: true },
    'has no name': { authenticated: true, user: { groups: ['readers'] } },
  };
  for (const [reason, status] of Object.entries(strangers)) {
    it(`accessReview treats a token that ${reason} as unknown, and sends no second review`, async () => {
      const { sent, create } = reviewer({ tokenreviews: async () => status });
      const review = accessReview('/metrics', { client: { create }, clock: new ManualClock() });
      assert.deepEqual(await review('secret'), { type: 'unknown' });
      assert.equal(sent.length, 1);
    });
  }

  const refusals: Readonly<Record<string, object>> = {
    'is not allowed': { allowed: false },
    'is denied': { allowed: false, denied: true, reason: 'no' },
    'has no decision': { evaluationError: 'the webhook failed' },
  };
  for (const [reason, status] of Object.entries(refusals)) {
    it(`accessReview forbids the access of a caller that ${reason}, by name`, async () => {
      const { create } = reviewer({ tokenreviews: known, subjectaccessreviews: async () => status });
      const review = accessReview('/metrics', { client: { create }, clock: new ManualClock() });
      assert.deepEqual(await review('secret'), { type: 'forbidden', user: 'ada' });
    });
  }

  it('accessReview decides nothing if the API server refuses the review', async () => {
    const { create } = reviewer({ tokenreviews: () => Promise.reject(new Error('no such role')) });
    const review = accessReview('/metrics', { client: { create }, clock: new ManualClock() });
    await assert.rejects(review('secret'), /no such role/);
  });

  it('accessReview fails if the API server takes more than 5 s in all, and leaves no timer', async () => {
    const clock = new ManualClock();
    const { create } = reviewer({
      tokenreviews: async () => {
        await clock.sleep(3_000);
        return { authenticated: true, user };
      },
      subjectaccessreviews: (_, options) =>
        new Promise((_resolve, reject) => {
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason), { once: true });
        }),
    });
    const review = accessReview('/metrics', { client: { create }, clock });
    const decision = assert.rejects(review('secret'), /has not answered a review within 5 s/);
    await clock.advance(4_999);
    assert.equal(clock.pendingCount, 1);
    await clock.advance(1);
    await decision;
    assert.equal(clock.pendingCount, 0);
  });
});
