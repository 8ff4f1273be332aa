import type { JsonObject } from '../../../lib/api/index.ts';
import { textAt } from '../../../lib/schema/index.ts';
import { until } from '../../until.ts';
import type { ConformanceCase, Session } from '../session.ts';
import { accessApi, binding, grant, role, rule, userSubject } from './right.ts';
import { configMap, widget, widgets } from './sample.ts';

const access = { apiGroups: ['rbac.authorization.k8s.io'] };
const writes = ['create', 'update', 'patch', 'get'];
const roles = 'rbac.authorization.k8s.io/v1/roles';
const bindings = 'rbac.authorization.k8s.io/v1/rolebindings';

/** Lets a user write roles and bindings, with further rules. */
async function author(session: Session, user: string, rules: readonly JsonObject[] = []): Promise<void> {
  const resources = ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'];
  await grant(session, [rule(writes, resources, access), ...rules], { user, place: 'cluster' });
}

/** Rules that an author without rights may not give. */
const given: readonly (readonly [string, readonly JsonObject[]])[] = [
  ['one right', [rule(['get'], ['pods'])]],
  ['several verbs and resources', [rule(['get', 'list', 'watch'], ['pods', 'pods/log'])]],
  ['several groups', [{ apiGroups: ['', 'apps'], resources: ['deployments'], verbs: ['delete', 'create'] }]],
  ['named objects', [rule(['get', 'update'], ['pods'], { resourceNames: ['a', 'b'] })]],
  ['everything', [rule(['*'], ['*'], { apiGroups: ['*'] })]],
  ['subresources of everything', [rule(['get'], ['*/scale'], { apiGroups: ['*'] })]],
  ['the same right twice', [rule(['get'], ['pods']), rule(['get'], ['pods'])]],
];

/** The prevention of privilege escalation, and of blocked deletions. */
export const escalationCases: readonly ConformanceCase[] = [
  ...given.map(
    ([what, rules], index): ConformanceCase => ({
      title: `refuses a role with ${what}`,
      run: async (session) => {
        const name = `author-${index}`;
        await author(session, name);
        await session.post(session.path(roles), role('a', rules), { as: { name } });
        await session.post(`${accessApi}/clusterroles`, role(`${session.namespace}-x`, rules), {
          as: { name, groups: ['makers'] },
        });
      },
    }),
  ),
  {
    title: 'refuses a role with paths',
    run: async (session) => {
      const as = { name: 'path-author' };
      await author(session, as.name);
      const rules: JsonObject[] = [{ nonResourceURLs: ['/logs', '/x/*'], verbs: ['get', 'post'] }];
      await session.post(`${accessApi}/clusterroles`, role(`${session.namespace}-x`, rules), { as });
    },
  },
  {
    title: 'accepts a role with rights of its writer',
    run: async (session) => {
      const as = { name: 'rich-author' };
      await author(session, as.name, [rule(['get', 'list'], ['pods', 'secrets'])]);
      await session.post(session.path(roles), role('a', [rule(['list'], ['pods'])]), { as });
      await session.post(session.path(roles), role('b', [rule(['list', 'delete'], ['pods', 'nodes'])]), { as });
      await session.post(session.path(roles), role('c', [rule(['get'], ['secrets'], { resourceNames: ['x'] })]), {
        as,
      });
    },
  },
  {
    title: 'does not count rights in one namespace for the cluster',
    run: async (session) => {
      const as = { name: 'local-author' };
      await author(session, as.name);
      await session.unrecorded('POST', '/api/v1/namespaces', { metadata: { name: `${session.namespace}-2` } });
      const rules = [rule(['get'], ['pods'])];
      await session.unrecorded('POST', session.path(roles), role('local', rules));
      const bound = binding('local', ['Role', 'local'], userSubject(as.name));
      await grant(session, [rule(['get'], ['pods'])], { user: as.name });
      await session.unrecorded('POST', session.path(bindings), bound);
      await session.post(session.path(roles), role('a', rules), { as });
      await session.post(`${accessApi}/clusterroles`, role(`${session.namespace}-x`, rules), { as });
    },
  },
  {
    title: 'needs no further right for changes other than rules',
    run: async (session) => {
      const as = { name: 'labelling-author' };
      await author(session, as.name);
      await session.unrecorded('POST', session.path(roles), role('a', [rule(['get'], ['pods'])]));
      const path = session.path(roles, 'a');
      await session.patch('merge', path, { metadata: { finalizers: ['example.com/x'] } }, { as });
      await session.patch('merge', path, { metadata: { labels: { x: '1' } } }, { as });
      await session.patch('merge', path, { rules: [rule(['get', 'list'], ['pods'])] }, { as });
      await session.patch('merge', path, { rules: [] }, { as });
    },
  },
  {
    title: 'lets a user with the right to escalate write any role',
    run: async (session) => {
      const as = { name: 'escalating-author' };
      await author(session, as.name, [rule(['escalate'], ['roles'], access)]);
      const rules = [rule(['get'], ['pods'])];
      await session.post(session.path(roles), role('a', rules), { as });
      await session.post(`${accessApi}/clusterroles`, role(`${session.namespace}-x`, rules), { as });
    },
  },
  {
    title: 'lets a user with the right to escalate one role write it by its path',
    run: async (session) => {
      const as = { name: 'narrow-author' };
      await author(session, as.name, [rule(['escalate'], ['roles'], { ...access, resourceNames: ['a'] })]);
      const rules = [rule(['get'], ['pods'])];
      const applied = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', ...role('a', rules) };
      await session.post(session.path(roles), role('a', rules), { as });
      await session.patch('apply', `${session.path(roles, 'a')}?fieldManager=me`, applied, { as });
      await session.patch('merge', session.path(roles, 'a'), { rules: [rule(['list'], ['pods'])] }, { as });
    },
  },
  {
    title: 'refuses bindings of roles with rights that the writer does not have',
    run: async (session) => {
      const as = { name: 'binding-author' };
      await author(session, as.name);
      await session.unrecorded('POST', session.path(roles), role('a', [rule(['get', 'list'], ['pods'])]));
      const bound = binding('a', ['Role', 'a'], userSubject('ann'));
      await until('the server knows the role', async () => {
        const { body } = await session.unrecorded('POST', `${session.path(bindings)}?dryRun=All`, bound, { as });
        return !textAt(body, 'message').includes('not found');
      });
      await session.post(session.path(bindings), bound, { as });
      await session.post(session.path(bindings), binding('b', ['Role', 'absent'], userSubject('ann')), { as });
      await session.post(session.path(bindings), binding('b', ['ClusterRole', 'absent'], userSubject('ann')), { as });
      await session.post(
        session.path(bindings),
        binding('c', ['ClusterRole', 'system:basic-user'], userSubject('ann')),
        {
          as,
        },
      );
      const everywhere = binding(`${session.namespace}-x`, ['ClusterRole', 'cluster-admin'], userSubject('ann'));
      await session.post(`${accessApi}/clusterrolebindings`, everywhere, { as });
      await session.post(`${accessApi}/clusterrolebindings?dryRun=All`, everywhere, { as });
    },
  },
  {
    title: 'lets a user with the right to bind give a role away',
    run: async (session) => {
      const as = { name: 'giving-author' };
      await author(session, as.name, [rule(['bind'], ['clusterroles'], { ...access, resourceNames: ['view'] })]);
      await session.post(session.path(bindings), binding('a', ['ClusterRole', 'view'], userSubject('ann')), { as });
      await session.post(session.path(bindings), binding('b', ['ClusterRole', 'system:node'], userSubject('ann')), {
        as,
      });
      const path = session.path(bindings, 'a');
      await session.patch('merge', path, { subjects: [{ kind: 'User', name: 'bob' }] }, { as });
    },
  },
  {
    title: 'lets only cluster admins gather rules',
    run: async (session) => {
      const as = { name: 'gathering-author' };
      await author(session, as.name);
      const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { 'example.com/none': 'x' } }] };
      const body = { metadata: { name: `${session.namespace}-x` }, aggregationRule };
      await session.post(`${accessApi}/clusterroles`, body, { as });
    },
  },
  {
    title: 'blocks the deletion of owners only with the right to their finalizers',
    run: async (session) => {
      const group = { apiGroups: ['conformance.example.com'] };
      const as = { name: 'owner' };
      await grant(session, [rule(['create', 'patch', 'get'], ['configmaps'])], { user: as.name });
      const { body } = await session.post(session.path(widgets), widget('w', { size: 1 }));
      const { uid } = (body as { readonly metadata: { readonly uid: string } }).metadata;
      const owner = { apiVersion: 'conformance.example.com/v1', kind: 'Widget', name: 'w', uid };
      const owned = (name: string, further: JsonObject) =>
        configMap(name, {}, { ownerReferences: [{ ...owner, ...further }] });
      await session.post(session.path('configmaps'), owned('a', {}), { as });
      await session.post(session.path('configmaps'), owned('b', { blockOwnerDeletion: true }), { as });
      await session.post(session.path('configmaps'), owned('b', { blockOwnerDeletion: true, kind: 'Odd' }), { as });
      await session.unrecorded('POST', session.path('configmaps'), configMap('c'));
      const { metadata = null } = owned('c', {});
      await session.patch('merge', session.path('configmaps', 'c'), { metadata }, { as });
      await grant(session, [rule(['update'], ['widgets/finalizers'], group)], { user: 'owner', place: 'cluster' });
      await session.post(session.path('configmaps'), owned('d', { blockOwnerDeletion: true }), { as });
      await session.patch('merge', session.path('configmaps', 'a'), { data: { x: '1' } }, { as });
    },
  },
];
