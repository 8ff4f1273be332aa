import type { JsonObject } from '../../../lib/api/index.ts';
import type { ConformanceCase } from '../session.ts';
import { binding, grant, role, rule, userSubject } from './right.ts';

const authorization = '/apis/authorization.k8s.io/v1';
const self = `${authorization}/selfsubjectaccessreviews`;
const subject = `${authorization}/subjectaccessreviews`;
const rules = `${authorization}/selfsubjectrulesreviews`;
const who = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

function resource(verb: string, plural: string, further: JsonObject = {}): JsonObject {
  return { resourceAttributes: { resource: plural, verb, ...further } };
}

/** Questions about rights and users. */
export const reviewCases: readonly ConformanceCase[] = [
  {
    title: 'answers users about their own rights',
    run: async (session) => {
      const { namespace } = session;
      const as = { name: 'rita' };
      await grant(session, [rule(['get'], ['configmaps', 'pods/log'])], { user: 'rita' });
      for (const spec of [
        resource('get', 'configmaps', { namespace }),
        resource('get', 'configmaps', { namespace, name: 'a' }),
        resource('get', 'configmaps'),
        resource('get', 'configmaps', { namespace: 'default' }),
        resource('get', 'pods', { namespace, subresource: 'log' }),
        resource('get', 'pods', { namespace }),
        resource('get', 'pods/log', { namespace }),
        resource('get', 'configmaps', { namespace, group: 'apps', version: 'v1' }),
        { nonResourceAttributes: { verb: 'get', path: '/api' } },
        { nonResourceAttributes: { verb: 'get', path: '/metrics' } },
      ]) {
        await session.post(self, { spec }, { as });
      }
      await session.post(self, { metadata: { name: '' }, spec: resource('get', 'configmaps') });
    },
  },
  {
    title: 'answers about the rights of other users',
    run: async (session) => {
      const { namespace } = session;
      await grant(session, [rule(['get'], ['configmaps'])], { user: 'rita' });
      const spec = resource('get', 'configmaps', { namespace });
      for (const user of [
        { user: 'rita' },
        { user: 'paul' },
        { groups: ['system:masters'] },
        { user: 'paul', groups: ['system:authenticated'], uid: '1', extra: { a: ['b'] } },
      ]) {
        await session.post(subject, { spec: { ...spec, ...user } });
      }
      const path = { nonResourceAttributes: { verb: 'get', path: '/api' } };
      await session.post(subject, { spec: { ...path, user: 'paul', groups: ['system:authenticated'] } });
    },
  },
  {
    title: 'names the binding that allows it',
    run: async (session) => {
      const { namespace } = session;
      const account = { kind: 'ServiceAccount', name: 'robot', namespace };
      const user = `system:serviceaccount:${namespace}:robot`;
      await grant(session, [rule(['get'], ['configmaps'])], { user, subject: account });
      await session.post(subject, { spec: { user, ...resource('get', 'configmaps', { namespace }) } });
      await grant(session, [rule(['list'], ['configmaps'])], { user: 'rob', place: 'cluster' });
      await session.post(subject, { spec: { user: 'rob', ...resource('list', 'configmaps', { namespace }) } });
    },
  },
  {
    title: 'names the roles that it can not find',
    run: async (session) => {
      const { namespace } = session;
      const bindings = session.path('rbac.authorization.k8s.io/v1/rolebindings');
      await session.unrecorded('POST', bindings, binding('one', ['Role', 'absent'], userSubject('nora')));
      await session.unrecorded('POST', bindings, binding('two', ['ClusterRole', 'absent'], userSubject('nora')));
      await grant(session, [rule(['get'], ['secrets'])], { user: 'nora' });
      await session.post(subject, { spec: { user: 'nora', ...resource('get', 'secrets', { namespace }) } });
      await session.post(rules, { spec: { namespace } }, { as: { name: 'zoe' } });
    },
  },
  {
    title: 'answers about rights in the namespace of the review',
    run: async (session) => {
      const { namespace } = session;
      const path = session.path('authorization.k8s.io/v1/localsubjectaccessreviews');
      const metadata = { namespace };
      await grant(session, [rule(['get'], ['configmaps'])], { user: 'lea' });
      await session.post(path, { metadata, spec: { user: 'lea', ...resource('get', 'configmaps', { namespace }) } });
      await session.post(path, { spec: { user: 'lea', ...resource('get', 'configmaps', { namespace }) } });
      await session.post(path, { metadata, spec: { user: 'lea', ...resource('get', 'configmaps') } });
      await session.post(path, { metadata, spec: { user: 'lea', nonResourceAttributes: { verb: 'get', path: '/' } } });
      await session.post(path, { metadata: { namespace: 'other' }, spec: {} });
      await session.post(path, { metadata: { name: 'a', namespace }, spec: {} });
    },
  },
  ...(
    [
      ['nothing', {}],
      ['both kinds of attributes', { nonResourceAttributes: { path: '/', verb: 'get' }, ...resource('get', 'pods') }],
      ['an unknown field', { ...resource('get', 'pods'), odd: 1 }],
      ['a wrong type', { resourceAttributes: { verb: 1 } }],
    ] satisfies [string, JsonObject][]
  ).map(
    ([what, spec]): ConformanceCase => ({
      title: `refuses a review with ${what}`,
      run: async (session) => {
        await session.post(self, { spec });
        await session.post(`${subject}?fieldValidation=Strict`, { spec });
        await session.post(subject, { metadata: { name: 'a' }, spec: { ...spec, user: 'ann' } });
      },
    }),
  ),
  {
    title: 'answers a user with its name, groups and extra fields',
    run: async (session) => {
      const kind = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
      await session.post(who, kind, { as: { name: 'ann' } });
      await session.post(who, kind, {
        as: { name: 'ann', groups: ['a', 'b'], uid: '7', extra: { 'x.y/z': ['1', '2'] } },
      });
      await session.post(who, kind, { as: { name: 'system:serviceaccount:default:robot' } });
      await session.post(who, kind, { as: { name: 'system:anonymous' } });
      await session.post(who, kind, { token: '' });
    },
  },
  {
    title: 'answers a user with its rules',
    run: async (session) => {
      const { namespace } = session;
      const as = { name: 'sam' };
      const named = rule(['get'], ['secrets'], { resourceNames: ['a', 'b'] });
      await grant(session, [rule(['get', 'list'], ['configmaps']), named], { user: 'sam' });
      await grant(session, [{ nonResourceURLs: ['/logs'], verbs: ['get'] }], { user: 'sam', place: 'cluster' });
      await session.post(rules, { spec: { namespace } }, { as });
      await session.post(rules, { spec: { namespace: 'default' } }, { as });
      await session.post(rules, { spec: {} }, { as });
      await session.post(rules, {}, { as });
    },
  },
  {
    title: 'only creates reviews',
    run: async (session) => {
      for (const path of [self, who, rules, '/apis/authentication.k8s.io/v1/tokenreviews']) {
        await session.get(path);
        await session.get(`${path}/a`);
        await session.send('DELETE', path, {});
        await session.post(`${path}/a`, {});
        await session.post(path.replace('/v1/', '/v1/namespaces/default/'), {});
      }
      await session.post(`${authorization}/localsubjectaccessreviews`, {});
    },
  },
  {
    title: 'reviews in a dry run',
    run: async (session) => {
      await session.post(
        `${self}?dryRun=All&fieldManager=me`,
        { spec: resource('get', 'pods') },
        { as: { name: 'ann' } },
      );
    },
  },
  {
    title: 'gathers the rules of ClusterRoles by their labels',
    run: async (session) => {
      const roles = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
      const name = session.namespace;
      const label = { 'example.com/gathered': 'true' };
      const aggregationRule = { clusterRoleSelectors: [{ matchLabels: label }] };
      const part = (suffix: string, plural: string): JsonObject => ({
        ...role('', [rule(['get'], [plural])]),
        metadata: { name: `${name}-${suffix}`, labels: label },
      });
      const isGathered =
        (count: number) =>
        ({ rules: found }: JsonObject) =>
          (Array.isArray(found) ? found.length : 0) === count;
      await session.unrecorded('POST', roles, part('one', 'pods'));
      await session.post(roles, { metadata: { name }, aggregationRule, rules: [rule(['get'], ['nodes'])] });
      await session.until('the rules are gathered', `${roles}/${name}`, (body) =>
        JSON.stringify(body).includes('pods'),
      );
      await session.get(`${roles}/${name}`);
      await session.unrecorded('POST', roles, part('two', 'secrets'));
      await session.until('the rules are gathered', `${roles}/${name}`, isGathered(2));
      await session.get(`${roles}/${name}`);
      await session.unrecorded('DELETE', `${roles}/${name}-one`);
      await session.until('the rules are gathered', `${roles}/${name}`, isGathered(1));
      await session.get(`${roles}/${name}`);
    },
  },
  {
    title: 'adds rules to the role of editors by a label',
    run: async (session) => {
      const roles = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
      const name = session.namespace;
      const group = { apiGroups: ['conformance.example.com'] };
      const labels = { 'rbac.authorization.k8s.io/aggregate-to-edit': 'true' };
      await session.unrecorded('POST', roles, {
        metadata: { name, labels },
        rules: [rule(['get'], ['widgets'], group)],
      });
      for (const gathering of ['edit', 'admin']) {
        await session.until('the rules are gathered', `${roles}/${gathering}`, (body) =>
          JSON.stringify(body).includes('widgets'),
        );
      }
      await session.unrecorded('DELETE', `${roles}/${name}`);
      for (const gathering of ['edit', 'admin']) {
        await session.until(
          'the rules are gone',
          `${roles}/${gathering}`,
          (body) => !JSON.stringify(body).includes('widgets'),
        );
      }
      await session.get(`${roles}/edit`);
    },
  },
];
