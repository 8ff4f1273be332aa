import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isApiServerReady } from '../../../lib/testing/control-plane/readiness.ts';

/** Returns true if an API server with these responses is ready. */
async function isReady({ readyz, allowed }: { readonly readyz: number; readonly allowed: boolean }): Promise<boolean> {
  const api = {
    get: async () => ({ status: readyz, body: '' }),
    post: async () => ({ status: 201, body: JSON.stringify({ status: { allowed } }) }),
  };
  return await isApiServerReady(api, new AbortController().signal);
}

describe('an API server', () => {
  it('an API server is not ready before it has finished its start', async () => {
    assert.equal(await isReady({ readyz: 500, allowed: true }), false);
  });

  it('an API server is not ready before its authorizer has noticed the roles of the controller manager', async () => {
    assert.equal(await isReady({ readyz: 200, allowed: false }), false);
    assert.equal(await isReady({ readyz: 200, allowed: true }), true);
  });

  it('an API server that refuses connections is not ready, and an aborted check throws', async () => {
    const refused = () => Promise.reject(new Error('refused'));
    const api = { get: refused, post: refused };
    assert.equal(await isApiServerReady(api, new AbortController().signal), false);
    await assert.rejects(isApiServerReady(api, AbortSignal.abort(new Error('given up'))), /given up/);
  });
});
