import type { JsonObject } from '../../../lib/api/index.ts';
import type { ConformanceUser } from '../conformance-server.ts';
import type { ConformanceCase, Session } from '../session.ts';
import { accessApi, binding, grant, role, rule, untilAllowed, userSubject } from './right.ts';
import { configMap, widget, widgets } from './sample.ts';

const ann: ConformanceUser = { name: 'ann' };
const bob: ConformanceUser = { name: 'bob' };

/** Requests of users with and without rights. */
export const authorizationCases: readonly ConformanceCase[] = [
  ...(
    [
      ['lists of a namespace', 'GET', (session) => session.path('configmaps')],
      ['lists of all namespaces', 'GET', () => '/api/v1/configmaps'],
      ['watches', 'GET', (session) => `${session.path('configmaps')}?watch=true`],
      ['lists of one name', 'GET', (session) => `${session.path('configmaps')}?fieldSelector=metadata.name%3Da`],
      ['reads', 'GET', (session) => session.path('configmaps', 'a')],
      ['reads of a group', 'GET', (session) => session.path('apps/v1/deployments', 'a')],
      ['reads of a subresource', 'GET', (session) => session.path('apps/v1/deployments', 'a/scale')],
      ['reads of a log', 'GET', (session) => session.path('pods', 'a/log')],
      ['reads of its namespace', 'GET', (session) => `/api/v1/namespaces/${session.namespace}`],
      ['lists of namespaces', 'GET', () => '/api/v1/namespaces'],
      ['reads of a cluster-scoped object', 'GET', () => `${accessApi}/clusterroles/view`],
      ['creates', 'POST', (session) => session.path('configmaps')],
      ['updates', 'PUT', (session) => session.path('configmaps', 'a')],
      ['patches', 'PATCH', (session) => session.path('configmaps', 'a')],
      ['deletions', 'DELETE', (session) => session.path('configmaps', 'a')],
      ['deletions of collections', 'DELETE', (session) => session.path('configmaps')],
      ['requests for an unknown resource', 'GET', (session) => session.path('unknowns', 'a')],
      ['requests for an unknown group', 'GET', () => '/apis/unknown.example.com/v1/things'],
      ['requests for custom resources', 'GET', (session) => session.path(widgets)],
      ['changes of a status', 'PATCH', (session) => session.path(widgets, 'a/status')],
      ['requests for a path', 'GET', () => '/metrics'],
      ['creations of a token', 'POST', (session) => session.path('serviceaccounts', 'default/token')],
      ['reviews of others', 'POST', () => '/apis/authorization.k8s.io/v1/subjectaccessreviews'],
    ] satisfies [string, string, (session: Session) => string][]
  ).map(
    ([what, method, path]): ConformanceCase => ({
      title: `refuses ${what} without a right`,
      run: async (session) => {
        await session.send(method, path(session), method === 'GET' ? undefined : {}, { as: bob });
      },
    }),
  ),
  {
    title: 'lets every user read discovery, and anonymous ones the version',
    run: async (session) => {
      for (const path of ['/version', '/healthz', '/apis/apps', '/apis/apps/v1']) {
        await session.get(path, { as: bob });
        await session.get(path, { token: '' });
      }
    },
  },
  {
    title: 'refuses an anonymous request, and one with a wrong token',
    run: async (session) => {
      await session.get(session.path('configmaps'), { token: '' });
      await session.get(session.path('configmaps'), { token: 'wrong' });
      await session.get('/metrics', { token: '' });
    },
  },
  {
    title: 'quotes characters in the name of a user',
    run: async (session) => {
      await session.get(session.path('configmaps'), { as: { name: 'a "<b>" & c' } });
    },
  },
  {
    title: 'allows the verbs of a Role, and no other',
    run: async (session) => {
      await session.unrecorded('POST', session.path('configmaps'), configMap('a', { x: '1' }));
      await grant(session, [rule(['get', 'list'], ['configmaps'])], { user: 'ann' });
      await session.get(session.path('configmaps', 'a'), { as: ann });
      await session.get(`${session.path('configmaps')}?labelSelector=x`, { as: ann });
      await session.get(`${session.path('configmaps')}?watch=true`, { as: ann });
      await session.get('/api/v1/configmaps', { as: ann });
      await session.get('/api/v1/namespaces/default/configmaps', { as: ann });
      await session.send('DELETE', session.path('configmaps', 'a'), undefined, { as: ann });
      await session.get(session.path('secrets'), { as: ann });
    },
  },
  {
    title: 'allows the verbs of a ClusterRole in all namespaces',
    run: async (session) => {
      const as = { name: 'carl' };
      await grant(session, [rule(['create', 'get'], ['configmaps', 'namespaces'])], { user: 'carl', place: 'cluster' });
      await session.post(session.path('configmaps'), configMap('a'), { as });
      await session.get('/api/v1/namespaces/default/configmaps/absent', { as });
      await session.get(`/api/v1/namespaces/${session.namespace}`, { as });
    },
  },
  {
    title: 'confines a ClusterRole to the namespace of a RoleBinding',
    run: async (session) => {
      const bound = binding('viewers', ['ClusterRole', 'view'], userSubject('ann'));
      await session.post(session.path('rbac.authorization.k8s.io/v1/rolebindings'), bound);
      await untilAllowed(session, 'ann', { verb: 'list', resource: 'configmaps', namespace: session.namespace });
      await session.get(`${session.path('configmaps')}?labelSelector=x`, { as: ann });
      await session.get(session.path('secrets'), { as: ann });
      await session.get('/api/v1/configmaps', { as: ann });
      await session.get(`/api/v1/namespaces/${session.namespace}/status`, { as: ann });
    },
  },
  {
    title: 'allows only named objects if a rule names them',
    run: async (session) => {
      await session.unrecorded('POST', session.path('configmaps'), configMap('a'));
      const rules = [rule(['get', 'list', 'patch', 'delete', 'create'], ['configmaps'], { resourceNames: ['a'] })];
      await grant(session, rules, { user: 'ann' });
      await session.get(session.path('configmaps', 'a'), { as: ann });
      await session.get(session.path('configmaps', 'b'), { as: ann });
      await session.get(session.path('configmaps'), { as: ann });
      await session.get(`${session.path('configmaps')}?fieldSelector=metadata.name%3Da`, { as: ann });
      await session.get(`${session.path('configmaps')}?fieldSelector=metadata.name%3Db`, { as: ann });
      await session.post(session.path('configmaps'), configMap('a'), { as: ann });
      await session.send('DELETE', session.path('configmaps'), {}, { as: ann });
      await session.patch('merge', session.path('configmaps', 'a'), { data: { x: '1' } }, { as: ann });
    },
  },
  {
    title: 'separates subresources from their resource',
    run: async (session) => {
      await session.unrecorded('POST', session.path(widgets), widget('a', { size: 1 }));
      const group = { apiGroups: ['conformance.example.com'] };
      await grant(session, [rule(['get', 'patch'], ['widgets/status'], group)], { user: 'ann' });
      await session.get(session.path(widgets, 'a/status'), { as: ann });
      await session.get(session.path(widgets, 'a'), { as: ann });
      await session.get(session.path(widgets, 'a/scale'), { as: ann });
      await session.patch('merge', session.path(widgets, 'a/status'), { status: { replicas: 1 } }, { as: ann });
    },
  },
  {
    title: 'knows wildcards of verbs, groups, resources and subresources',
    run: async (session) => {
      await session.unrecorded('POST', session.path(widgets), widget('a', { size: 1 }));
      await grant(session, [rule(['*'], ['widgets'], { apiGroups: ['*'] })], { user: 'ann' });
      await grant(session, [rule(['get'], ['*/status'], { apiGroups: ['*'] })], { user: 'bob' });
      await grant(session, [rule(['get'], ['*'], { apiGroups: ['conformance.example.com'] })], { user: 'eve' });
      for (const name of ['ann', 'bob', 'eve']) {
        for (const path of ['a', 'a/status', 'a/scale'])
          await session.get(session.path(widgets, path), { as: { name } });
        await session.get(session.path('configmaps', 'a'), { as: { name } });
      }
    },
  },
  {
    title: 'gives rights to groups and ServiceAccounts',
    run: async (session) => {
      const { namespace } = session;
      const rules = [rule(['get'], ['configmaps'])];
      const groups = [`makers-${namespace}`];
      await grant(session, rules, { user: 'eve', groups, subject: { kind: 'Group', name: groups[0] ?? '' } });
      await session.get(session.path('configmaps', 'a'), { as: { name: 'eve', groups } });
      await session.get(session.path('configmaps', 'a'), { as: { name: 'eve' } });
      const account = `system:serviceaccount:${namespace}:robot`;
      const subject = { kind: 'ServiceAccount', name: 'robot', namespace };
      await grant(session, [rule(['list'], ['secrets'])], { user: account, subject });
      await session.get(session.path('secrets'), { as: { name: account } });
      await session.get(session.path('secrets'), { as: { name: `${account}-2` } });
      await session.get(session.path('configmaps'), { as: { name: account } });
    },
  },
  {
    title: 'gives rights to all ServiceAccounts of a namespace',
    run: async (session) => {
      const { namespace } = session;
      const group = `system:serviceaccounts:${namespace}`;
      const user = `system:serviceaccount:${namespace}:any`;
      const grantee = { user, groups: [group], subject: { kind: 'Group', name: group } };
      await grant(session, [rule(['get'], ['configmaps'])], grantee);
      await session.get(session.path('configmaps', 'a'), { as: { name: user } });
      await session.get(session.path('configmaps', 'a'), { as: { name: 'system:serviceaccount:default:any' } });
    },
  },
  {
    title: 'names the roles of bindings that it can not find',
    run: async (session) => {
      const bindings = session.path('rbac.authorization.k8s.io/v1/rolebindings');
      await session.unrecorded('POST', bindings, binding('one', ['Role', 'absent'], userSubject('zoe')));
      await grant(session, [rule(['get'], ['secrets'])], { user: 'zoe' });
      await session.get(session.path('configmaps'), { as: { name: 'zoe' } });
      await session.unrecorded('POST', bindings, binding('two', ['ClusterRole', 'absent'], userSubject('zoe')));
      await grant(session, [rule(['get'], ['pods'])], { user: 'max' });
      await session.get(session.path('configmaps'), { as: { name: 'max' } });
    },
  },
  {
    title: 'takes rights away with the binding',
    run: async (session) => {
      await grant(session, [rule(['get'], ['configmaps'])], { user: 'ann' });
      await session.get(session.path('configmaps', 'a'), { as: ann });
      const bindings = session.path('rbac.authorization.k8s.io/v1/rolebindings');
      await session.unrecorded('DELETE', `${bindings}/${session.namespace}-ann`);
      const asked = { verb: 'get', resource: 'configmaps', namespace: session.namespace };
      await untilAllowed(session, 'ann', asked, { isAllowed: false });
      await session.get(session.path('configmaps', 'a'), { as: ann });
    },
  },
  {
    title: 'needs the right to create for an apply of an absent object',
    run: async (session) => {
      const path = `${session.path('configmaps', 'a')}?fieldManager=me`;
      await grant(session, [rule(['patch', 'get'], ['configmaps'])], { user: 'ann' });
      await session.patch('apply', path, configMap('a', { x: '1' }), { as: ann });
      await session.unrecorded('POST', session.path('configmaps'), configMap('a', { x: '1' }));
      await session.patch('apply', path, configMap('a', { x: '1' }), { as: ann });
    },
  },
  {
    title: 'needs the right to create for an update of an absent object',
    run: async (session) => {
      const group = { apiGroups: ['coordination.k8s.io'] };
      await grant(session, [rule(['update', 'get'], ['leases'], group)], { user: 'ann' });
      const lease = { metadata: { name: 'a' }, spec: { holderIdentity: 'me' } };
      await session.put(session.path('coordination.k8s.io/v1/leases', 'a'), lease, { as: ann });
    },
  },
  {
    title: 'allows paths of ClusterRoles',
    run: async (session) => {
      const rules: JsonObject[] = [{ nonResourceURLs: ['/metrics', '/logs/*'], verbs: ['get'] }];
      await grant(session, rules, { user: 'ann', place: 'cluster' });
      await session.get('/logs', { as: ann });
      await session.send('POST', '/metrics', {}, { as: ann });
      await session.get('/metrics/slis', { as: ann });
    },
  },
  {
    title: 'has the default ClusterRoles and bindings',
    run: async (session) => {
      for (const name of ['cluster-admin', 'admin', 'edit', 'view', 'system:basic-user', 'system:discovery']) {
        await session.get(`${accessApi}/clusterroles/${name}`);
      }
      await session.get(`${accessApi}/clusterrolebindings/cluster-admin`);
      await session.get(`${accessApi}/namespaces/kube-system/roles/extension-apiserver-authentication-reader`);
      await session.get(`${accessApi}/namespaces/kube-system/rolebindings/system::leader-locking-kube-scheduler`);
    },
  },
  {
    title: 'lets a cluster admin do everything',
    run: async (session) => {
      const name = `${session.namespace}-admin`;
      const bound = binding(name, ['ClusterRole', 'cluster-admin'], userSubject(name));
      await session.unrecorded('POST', `${accessApi}/clusterrolebindings`, bound);
      await untilAllowed(session, name, { verb: 'get', path: '/metrics' });
      await session.post(session.path('configmaps'), configMap('a'), { as: { name } });
      await session.post(`${accessApi}/clusterroles`, role(name, [rule(['get'], ['pods'])]), { as: { name } });
    },
  },
];
