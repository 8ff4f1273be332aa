import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError, ConnectionError } from '../../../lib/client/index.ts';
import { type WatchFailure, watchFailure } from '../../../lib/runtime/watch/watch-failure.ts';
import { configMap } from '../stored-object.ts';

function answered(code: number, retryAfterMs?: number): ApiError {
  return new ApiError(
    { verb: 'list', kind: configMap },
    { code, reason: 'Unknown', message: '', causes: [], retryAfterMs },
  );
}

describe('watchFailure', () => {
  const meanings: Readonly<Record<WatchFailure['type'], readonly number[]>> = {
    expired: [410],
    missing: [404],
    rejected: [400, 405, 406, 413, 422],
    unavailable: [401, 403, 408, 429, 500, 502, 503, 504],
  };
  for (const [type, statuses] of Object.entries(meanings)) {
    it(`a watch failure is ${type} for ${statuses.join(', ')}`, () => {
      assert.deepEqual(
        statuses.map((status) => watchFailure(answered(status)).type),
        statuses.map(() => type),
      );
    });
  }

  it('a watch failure is unavailable for every error that isn’t a response', () => {
    const broken = new ConnectionError('broken', { server: new URL('https://localhost'), source: 'test' });
    for (const error of [broken, new Error('unknown'), undefined]) {
      assert.deepEqual(watchFailure(error), { type: 'unavailable', retryAfterMs: 0, error });
    }
  });

  it('a watch failure contains the delay that the server asks for, up to ten minutes', () => {
    assert.equal(watchFailure(answered(429, 2000)).retryAfterMs, 2000);
    assert.equal(watchFailure(answered(503, 1e9)).retryAfterMs, 600_000);
  });
});
