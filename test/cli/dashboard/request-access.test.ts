import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { requestAccess } from '../../../lib/cli/dashboard/request-access.ts';

const address = { token: 'correct-token', port: 4000 };
const cookie = 'operand-dashboard-4000=correct-token';

function access(url: string, headers: Readonly<Record<string, string>>, method = 'GET') {
  const decision = requestAccess({ method, url, headers: { host: '127.0.0.1:4000', ...headers } }, address);
  return decision.type === 'refused' ? decision.status : decision.type;
}

describe('a request to the dashboard', () => {
  it('a request with the token gets a cookie, which scripts can’t read and other sites don’t send', () => {
    const decision = requestAccess(
      { method: 'GET', url: '/?token=correct-token', headers: { host: 'localhost:4000' } },
      address,
    );
    assert.deepEqual(decision, { type: 'cookie', cookie: `${cookie}; HttpOnly; SameSite=Strict; Path=/` });
  });

  it('a request with the cookie is granted', () => {
    assert.equal(access('/rows', { cookie: `other=1; ${cookie}` }), 'granted');
  });

  it('a request without the cookie, or with that of another dashboard, is refused', () => {
    assert.equal(access('/rows', {}), 401);
    assert.equal(access('/?token=wrong', {}), 401);
    assert.equal(access('/rows', { cookie: 'operand-dashboard-4000=wrong' }), 401);
    assert.equal(access('/rows', { cookie: 'operand-dashboard-4001=correct-token' }), 401);
  });

  it('a request is refused under a host name that an attacker points to this machine', () => {
    assert.equal(access('/rows', { cookie, host: 'evil.example.com:4000' }), 403);
    assert.equal(access('/?token=correct-token', { host: '127.0.0.1' }), 403);
  });

  it('a request to the dashboard with a method other than GET is refused', () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) assert.equal(access('/rows', { cookie }, method), 405);
  });
});
