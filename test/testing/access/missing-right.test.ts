import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type GrantedRight, missingRights, type RecordedRequest } from '../../../lib/testing/index.ts';

const rights: readonly GrantedRight[] = [
  { role: 'ClusterRole web', rule: { apiGroups: ['apps'], resources: ['deployments'], verbs: ['patch'] } },
];
const needed = { group: 'apps', resource: 'deployments', namespace: 'shop', name: 'web' };
const request = 'patch /apis/apps/v1/namespaces/shop/deployments/web';
const made: RecordedRequest = {
  request,
  needs: [
    { verb: 'patch', ...needed },
    { verb: 'create', ...needed },
  ],
};
const changed: RecordedRequest = { request, needs: [{ verb: 'patch', ...needed }] };

describe('the rights that requests needed and no role gives', () => {
  it('no right is missing if a role gives each right that a request needed', () => {
    assert.deepEqual(missingRights([changed], rights), []);
  });

  it('a missing right is reported with the request and a grant that adds it', () => {
    assert.deepEqual(missingRights([made], rights), [
      `${request} needs the right to create deployments.apps "web" in namespace shop, which no role gives: ` +
        "grant it, as with operator.grant([{ group: 'apps', resource: 'deployments', verbs: ['create'] }]), or remove the request",
    ]);
  });

  it('missing rights include those to paths, except the discovery paths that every user may read', () => {
    const get = (path: string): RecordedRequest => ({ request: `get ${path}`, needs: [{ verb: 'get', path }] });
    assert.deepEqual(missingRights(['/api', '/apis/apps/v1', '/openapi/v3', '/version'].map(get), rights), []);
    assert.deepEqual(missingRights([get('/metrics')], rights), [
      'get /metrics needs the right to get /metrics, which no role gives: give it in a ClusterRole, or remove the request',
    ]);
  });

  it('a request that the roles allow and the server forbids is reported with the server’s message', () => {
    const refusal = "cannot set an ownerRef on a resource you can't delete";
    assert.deepEqual(missingRights([{ ...changed, refusal }], rights), [
      `${request} was forbidden, though the roles allow it: ${refusal}`,
    ]);
  });
});
