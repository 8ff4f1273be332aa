import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AuditEvent, recordedAccess } from '../../../lib/testing/index.ts';

const user = 'system:serviceaccount:shop:web-operator';

/** Returns an event of the user, by default of a successful request. */
function event(about: Partial<AuditEvent>): AuditEvent {
  return {
    auditID: 'a',
    stage: 'ResponseComplete',
    verb: 'get',
    requestURI: '/apis/apps/v1/namespaces/shop/deployments/web?pretty=true',
    user: { username: user },
    responseStatus: { code: 200 },
    ...about,
  };
}

const web = { apiGroup: 'apps', apiVersion: 'v1', resource: 'deployments', namespace: 'shop', name: 'web' };
const right = { group: 'apps', resource: 'deployments', namespace: 'shop', name: 'web' };

const needs = (...events: readonly Partial<AuditEvent>[]) =>
  recordedAccess(events.map(event), user).flatMap((request) => request.needs);

describe('the recorded access of a user', () => {
  it('a recorded request needs its verb on its object', () => {
    assert.deepEqual(needs({ objectRef: web }), [{ verb: 'get', ...right }]);
    const pods = { apiVersion: 'v1', resource: 'pods', namespace: 'shop', name: 'web' };
    assert.deepEqual(needs({ verb: 'delete', objectRef: pods }), [
      { verb: 'delete', group: '', resource: 'pods', namespace: 'shop', name: 'web' },
    ]);
  });

  it('a request for a subresource needs the right to the subresource', () => {
    const objectRef = { ...web, subresource: 'scale' };
    assert.deepEqual(needs({ verb: 'patch', objectRef }), [{ verb: 'patch', ...right, resource: 'deployments/scale' }]);
  });

  it('the right for a list or watch names an object only if the request does', () => {
    const { name: _, ...all } = web;
    assert.deepEqual(
      needs({ verb: 'list', objectRef: all }, { verb: 'watch', objectRef: web }).map((need) => [
        need.verb,
        'name' in need && need.name,
      ]),
      [
        ['list', undefined],
        ['watch', 'web'],
      ],
    );
  });

  it('the right to create an object has no name, and that to create a subresource has one', () => {
    assert.deepEqual(needs({ verb: 'create', objectRef: web, responseStatus: { code: 201 } }), [
      { verb: 'create', ...right, name: undefined },
    ]);
    const objectRef = { ...web, resource: 'pods', apiGroup: '', subresource: 'eviction' };
    assert.deepEqual(needs({ verb: 'create', objectRef, responseStatus: { code: 201 } }), [
      { verb: 'create', group: '', resource: 'pods/eviction', namespace: 'shop', name: 'web' },
    ]);
  });

  it('an apply that created an object needs the rights to patch and to create', () => {
    assert.deepEqual(needs({ verb: 'patch', objectRef: web, responseStatus: { code: 201 } }), [
      { verb: 'patch', ...right },
      { verb: 'create', ...right },
    ]);
    assert.deepEqual(needs({ verb: 'patch', objectRef: web }), [{ verb: 'patch', ...right }]);
  });

  it('a request without an object needs the right to its path', () => {
    assert.deepEqual(needs({ requestURI: '/openapi/v3/apis/apps/v1?hash=1' }), [
      { verb: 'get', path: '/openapi/v3/apis/apps/v1' },
    ]);
  });

  it('recorded access omits the requests of other users', () => {
    const path = { verb: 'get', path: '/version' };
    const request = { requestURI: path.path };
    assert.deepEqual(needs({ objectRef: web, user: { username: 'admin' } }, request), [path]);
  });

  it('a user without a request in the audit log is refused', () => {
    assert.throws(() => needs({ objectRef: web, user: { username: 'admin' } }), {
      message: `${user} has no requests in the audit log; there are those of admin: pass the user name as the API server has it`,
    });
    assert.throws(() => needs(), /no requests in the audit log; nor has any other user: pass all of them$/);
  });

  it('an impersonated user needs the right for the request, and the other user that to impersonate', () => {
    const ada = { username: 'ada', groups: ['staff', 'system:authenticated'] };
    const asked = event({ objectRef: web, impersonatedUser: ada });
    assert.deepEqual(
      recordedAccess([asked], 'ada').flatMap((request) => request.needs),
      [{ verb: 'get', ...right }],
    );
    assert.deepEqual(needs(asked), [
      { verb: 'impersonate', group: '', resource: 'users', name: 'ada' },
      { verb: 'impersonate', group: '', resource: 'groups', name: 'staff' },
    ]);
    const robot = { username: 'system:serviceaccount:shop:robot', groups: ['system:serviceaccounts:shop'] };
    assert.deepEqual(needs({ objectRef: web, impersonatedUser: robot }), [
      { verb: 'impersonate', group: '', resource: 'serviceaccounts', namespace: 'shop', name: 'robot' },
    ]);
  });

  it('recorded access has each right once, with one of the requests that needed it', () => {
    const record = recordedAccess([event({ objectRef: web }), event({ objectRef: web })], user);
    assert.deepEqual(
      record.map(({ request }) => request),
      ['get /apis/apps/v1/namespaces/shop/deployments/web'],
    );
  });

  it('recorded access has the server’s message if a right was missing, and no other message', () => {
    const refusal = (message?: string) => {
      const responseStatus = { code: 403, ...(message !== undefined && { message }) };
      return recordedAccess([event({ objectRef: web, responseStatus })], user)[0]?.refusal;
    };
    const words = `deployments.apps "web" is forbidden: User "${user}" cannot get resource "deployments"`;
    assert.equal(refusal(words), words);
    const owner =
      'deployments.apps "web" is forbidden: cannot set an ownerRef on a resource you can\'t delete: , <nil>';
    assert.equal(refusal(owner), owner);
    assert.equal(refusal(), 'no message');
    assert.equal(refusal('pods "web" is forbidden: exceeded quota: small'), undefined);
    const unheard =
      'cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion a/v1 Kind B';
    assert.equal(refusal(`serviceaccounts "web" is forbidden: ${unheard}`), undefined);
    assert.equal(refusal('unable to create new content in namespace shop because it is being terminated'), undefined);
  });
});
