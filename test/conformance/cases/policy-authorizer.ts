import type { ConformanceCase, Session } from '../session.ts';
import { constraints, policyCase } from './policy-case.ts';
import { grant, rule } from './right.ts';
import { configMap, widget, widgets } from './sample.ts';

const ann = { name: 'ann' };

/** The writes of a user with rights to ConfigMaps, and to more if the case says so. */
async function writes(session: Session): Promise<void> {
  await grant(session, [rule(['create', 'update', 'patch', 'get', 'delete'], ['configmaps'])], { user: 'ann' });
  await session.post(session.path('configmaps'), configMap('a', { x: '1' }), { as: ann });
  await session.patch('merge', session.path('configmaps', 'a'), { data: { x: '2' } }, { as: ann });
  await session.post(session.path('configmaps'), configMap('b', { x: '3' }));
  await session.send('DELETE', session.path('configmaps', 'a'), undefined, { as: ann });
}

function asked(title: string, expression: string): ConformanceCase {
  return policyCase('Validating', title, {
    setup: { spec: { ...constraints, validations: [{ expression }] } },
    run: writes,
  });
}

/** Expressions of policies that ask the authorizer about the sender. */
export const authorizerPolicyCases: readonly ConformanceCase[] = [
  asked('asks about a resource', "authorizer.group('').resource('secrets').check('get').allowed()"),
  asked(
    'asks about a resource in a namespace',
    "authorizer.group('').resource('configmaps').namespace(request.namespace).check('create').allowed()",
  ),
  asked(
    'asks about a resource in another namespace',
    "authorizer.group('').resource('configmaps').namespace('default').check('create').allowed()",
  ),
  asked(
    'asks about one object',
    "authorizer.group('').resource('configmaps').namespace(request.namespace).name('a').check('get').allowed()",
  ),
  asked(
    'asks about a subresource',
    "authorizer.group('').resource('configmaps').subresource('status').namespace(request.namespace).check('get').allowed()",
  ),
  asked('asks about the resource of the request', "authorizer.requestResource.check('custom').allowed()"),
  asked(
    'asks about an allowed verb of the resource of the request',
    "authorizer.requestResource.check('get').allowed()",
  ),
  asked('asks about a path', "authorizer.path('/metrics').check('get').allowed()"),
  asked('asks about an open path', "authorizer.path('/version').check('get').allowed()"),
  asked('refuses an empty path', "authorizer.path(' ').check('get').allowed()"),
  asked('refuses an empty resource', "authorizer.group('').resource('').check('get').allowed()"),
  asked(
    'asks about a ServiceAccount',
    "authorizer.serviceAccount('kube-system', 'namespace-controller').group('').resource('namespaces').check('delete').allowed()",
  ),
  asked(
    'asks about a ServiceAccount without rights',
    "authorizer.serviceAccount('default', 'default').group('').resource('namespaces').check('delete').allowed()",
  ),
  asked(
    'refuses a wrong name of a ServiceAccount',
    "authorizer.serviceAccount('default', 'A').group('').resource('namespaces').check('delete').allowed()",
  ),
  asked(
    'refuses a wrong namespace of a ServiceAccount',
    "authorizer.serviceAccount('a.b', 'default').group('').resource('namespaces').check('delete').allowed()",
  ),
  asked('reads the reason of a decision', "authorizer.path('/metrics').check('get').reason() == 'x'"),
  asked('reads that a decision has no error', "!authorizer.path('/metrics').check('get').errored()"),
  asked('reads the empty error of a decision', "authorizer.path('/metrics').check('get').error() == ''"),
  asked(
    'asks with selectors',
    "authorizer.group('').resource('configmaps').namespace(request.namespace).labelSelector('a=b').fieldSelector('metadata.name=a').check('get').allowed()",
  ),
  policyCase('Validating', 'asks in match conditions', {
    setup: {
      spec: {
        ...constraints,
        matchConditions: [{ name: 'others', expression: "!authorizer.requestResource.check('breakglass').allowed()" }],
        validations: [{ expression: 'false', message: 'not yours' }],
      },
    },
    run: writes,
  }),
  policyCase('Validating', 'asks in variables', {
    setup: {
      spec: {
        ...constraints,
        variables: [{ name: 'mayBreak', expression: "authorizer.requestResource.check('breakglass').allowed()" }],
        validations: [
          { expression: 'variables.mayBreak', messageExpression: "'not for ' + request.userInfo.username" },
        ],
      },
    },
    run: writes,
  }),
  policyCase('Validating', 'asks about custom resources', {
    setup: {
      spec: { ...constraints, validations: [{ expression: "authorizer.requestResource.check('approve').allowed()" }] },
    },
    run: async (session) => {
      const resources = ['widgets', 'widgets/status', 'widgets/scale'];
      const own = rule(['create', 'patch'], resources, { apiGroups: ['conformance.example.com'] });
      const approval = rule(['approve'], ['widgets'], {
        apiGroups: ['conformance.example.com'],
        resourceNames: ['a'],
      });
      await grant(session, [own, approval], { user: 'ann' });
      await session.post(session.path(widgets), widget('a', { size: 1 }), { as: ann });
      await session.post(session.path(widgets), widget('b', { size: 1 }), { as: ann });
      const status = { status: { replicas: 1 } };
      await session.patch('merge', `${session.path(widgets, 'a')}/status`, status, { as: ann });
    },
  }),
];
