import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PolicyRule } from '../../../lib/constructs/index.ts';
import {
  type Authorization,
  type GrantedRight,
  impliedRights,
  type ObjectAuthorization,
  type RecordedRequest,
  unusedRights,
} from '../../../lib/testing/index.ts';

const request = (...needs: readonly Authorization[]): RecordedRequest => ({ request: 'some request', needs });
const granted = (rule: PolicyRule, namespace?: string): GrantedRight => ({ role: 'ClusterRole web', rule, namespace });
const deployments = { group: 'apps', resource: 'deployments' };
const deployment = (verb: string, name?: string): ObjectAuthorization => ({
  verb,
  ...deployments,
  namespace: 'shop',
  name,
});
const rule: PolicyRule = { apiGroups: ['apps'], resources: ['deployments'], verbs: ['list', 'patch'] };

describe('the rights that no request needed', () => {
  it('no right is unused if requests needed each verb on each resource', () => {
    assert.deepEqual(unusedRights([request(deployment('list'), deployment('patch', 'web'))], [granted(rule)]), []);
  });

  it('unused rights are reported one by one, with their role', () => {
    const wide = { ...rule, apiGroups: ['', 'apps'] };
    const words = (right: string) =>
      `ClusterRole web gives the right to ${right}, which no request needed: remove it, or let the test send a request that needs it`;
    assert.deepEqual(
      unusedRights([request(deployment('list'))], [granted(wide)]),
      ['list deployments', 'patch deployments', 'patch deployments.apps'].map(words),
    );
  });

  it('unused rights are reported for each object that a rule names, and for each path', () => {
    const unused = unusedRights(
      [request(deployment('patch', 'web'), { verb: 'get', path: '/metrics' })],
      [
        granted({ ...rule, verbs: ['patch'], resourceNames: ['web', 'shop'] }),
        granted({ nonResourceURLs: ['/metrics', '/logs'], verbs: ['get'] }),
      ],
    );
    assert.deepEqual(
      unused.map((sentence) => /the right to (.+), which/.exec(sentence)?.[1]),
      ['patch deployments.apps "shop"', 'get /logs'],
    );
  });

  it('a right in a namespace in which no request needed it is reported as unused', () => {
    const rights = [granted(rule, 'shop'), granted({ ...rule, verbs: ['list'] }, 'bank')];
    const [sentence, ...others] = unusedRights([request(deployment('list'), deployment('patch', 'web'))], rights);
    assert.match(sentence ?? '', /list deployments\.apps in namespace bank/);
    assert.deepEqual(others, []);
  });

  it('a right is reported as unused if a narrower right allows each of its uses', () => {
    const patch = { ...rule, verbs: ['patch'] };
    const named = { ...patch, resourceNames: ['web'] };
    const [wide, inShop] = [granted(patch), granted(patch, 'shop')];
    const web = request(deployment('patch', 'web'));
    assert.match(
      unusedRights([web], [wide, inShop]).join(),
      /^ClusterRole web gives the right to patch deployments\.apps,/,
    );
    assert.match(unusedRights([web], [inShop, granted(named)]).join(), /patch deployments\.apps in namespace shop,/);
    const others = request({ ...deployment('patch', 'other'), namespace: 'bank' });
    assert.deepEqual(unusedRights([web, others], [wide, inShop]), []);
  });

  it('unused rights omit those to finalizers of owners, once an object was created that may have an owner', () => {
    const finalizers = granted({ apiGroups: ['shop.example.com'], resources: ['webs/finalizers'], verbs: ['update'] });
    assert.deepEqual(
      unusedRights([request(deployment('patch', 'web'), deployment('create', 'web'))], [finalizers]),
      [],
    );
    assert.equal(unusedRights([request(deployment('patch', 'web'))], [finalizers]).length, 1);
    // Events and Leases are created, not applied, and have no owner.
    assert.equal(unusedRights([request(deployment('create'))], [finalizers]).length, 1);
    const elsewhere = { ...finalizers, namespace: 'bank' };
    assert.equal(unusedRights([request(deployment('create', 'web'))], [elsewhere]).length, 1);
  });

  it('unused rights omit the list of watched objects, which a watcher needs without streamed lists', () => {
    const right = granted({ ...rule, verbs: ['list', 'watch'] });
    const watch = request({ ...deployment('watch'), namespace: undefined });
    assert.deepEqual(unusedRights([watch], [right]), []);
    assert.deepEqual(impliedRights([watch], [right]), [
      'ClusterRole web gives the right to list deployments.apps, implied by a watch: the watcher lists first where the API server does not stream the list',
    ]);
    assert.match(
      unusedRights([watch], [right, granted({ ...rule, verbs: ['list'] }, 'bank')]).join(),
      /in namespace bank/,
    );
    assert.match(unusedRights([request(deployment('list'))], [right]).join(), /to watch deployments\.apps,/);
  });

  it('unused rights omit those to escalate and bind roles, once a role or a binding was written there', () => {
    const rbac = { group: 'rbac.authorization.k8s.io', namespace: 'shop' };
    const rules = (resource: string, verbs: string[]) => ({
      apiGroups: [rbac.group],
      resources: [resource],
      verbs,
    });
    const escalate = granted(rules('roles', ['escalate']));
    const bind = granted({
      ...rules('clusterroles', ['bind']),
      resourceNames: ['view'],
    });
    const role = request({
      ...rbac,
      verb: 'patch',
      resource: 'roles',
      name: 'reader',
    });
    const binding = request({
      ...rbac,
      verb: 'create',
      resource: 'rolebindings',
    });
    assert.deepEqual(unusedRights([role, binding], [escalate, bind]), []);
    assert.match(
      impliedRights([role, binding], [escalate, bind]).join(),
      /escalate roles.*implied by patch roles.*bind clusterroles/,
    );
    assert.match(unusedRights([role], [escalate, bind]).join(), /^ClusterRole web gives the right to bind /);
    assert.match(unusedRights([binding], [escalate, bind]).join(), /^ClusterRole web gives the right to escalate /);
    const another = granted({
      ...rules('roles', ['escalate']),
      resourceNames: ['writer'],
    });
    assert.equal(unusedRights([role], [another]).filter((each) => each.includes('escalate')).length, 1);
    assert.equal(
      unusedRights([role], [{ ...escalate, namespace: 'bank' }]).filter((each) => each.includes('escalate')).length,
      1,
    );
  });

  it('unused rights omit those to the Secret in which the manager keeps its webhook certificate', () => {
    const place = {
      role: 'Role web-certificates-role',
      namespace: 'web-system',
    };
    const secrets = { apiGroups: [''], resources: ['secrets'] };
    const named = {
      ...secrets,
      verbs: ['list', 'watch', 'patch'],
      resourceNames: ['web-webhook-certificate'],
    };
    const rights = [
      { ...place, rule: { ...secrets, verbs: ['create'] } },
      { ...place, rule: named },
    ];
    assert.deepEqual(unusedRights([], rights), []);
    assert.equal(impliedRights([], rights).length, 4);
    const other = {
      ...place,
      rule: { ...named, resourceNames: ['other'], verbs: ['patch'] },
    };
    assert.match(unusedRights([], [other]).join(), /patch secrets "other"/);
  });

  it('unused rights omit those listed as unreached, as long as no request needs them', () => {
    const unreached = [{ right: /^patch deployments\.apps/, because: 'nothing is changed here' }];
    assert.deepEqual(unusedRights([request(deployment('list'))], [granted(rule)], { unreached }), []);
    assert.deepEqual(
      unusedRights([request(deployment('list'), deployment('patch', 'web'))], [granted(rule)], { unreached }),
      ['/^patch deployments\\.apps/ is listed as unreached, but matches no unused right: remove the entry'],
    );
  });
});
