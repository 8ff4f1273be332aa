import type { JsonObject } from '../../../lib/api/index.ts';
import type { ConformanceCase, Session } from '../session.ts';
import { constraints, policyCase } from './policy-case.ts';
import { configMap, widget, widgets } from './sample.ts';

async function writes(session: Session): Promise<void> {
  await session.post(session.path('configmaps'), configMap('a', { x: '1' }));
  await session.patch('merge', session.path('configmaps', 'a'), { data: { x: '2' } });
  await session.post(session.path('configmaps'), configMap('b', { x: '3' }));
  await session.delete(session.path('configmaps', 'a'));
}

function validated(title: string, spec: JsonObject, binding: JsonObject = {}): ConformanceCase {
  return policyCase('Validating', title, { setup: { spec: { ...constraints, ...spec }, binding }, run: writes });
}

function rule(expression: string, fields: JsonObject = {}): JsonObject {
  return { validations: [{ expression, ...fields }] };
}

const small = 'object == null || object.data.x != "3"';

/** Validating admission policies. */
export const validatingPolicyCases: readonly ConformanceCase[] = [
  validated('refuses what a validation does not accept', rule(small)),
  validated('gives the message of a validation', rule(small, { message: ' x is 3 ' })),
  validated('gives the reason of a validation', rule(small, { message: 'no', reason: 'Forbidden' })),
  validated('gives the reason RequestEntityTooLarge', rule(small, { reason: 'RequestEntityTooLarge' })),
  validated('gives the reason Invalid', rule(small, { reason: 'Invalid' })),
  validated(
    'evaluates the expression of a message',
    rule(small, { message: 'no', messageExpression: '"x is " + object.data.x' }),
  ),
  validated(
    'gives the message if its expression fails',
    rule(small, { message: 'no', messageExpression: '"x is " + object.data.nope' }),
  ),
  validated('gives the message if its expression is empty', rule(small, { message: 'no', messageExpression: '" "' })),
  validated(
    'shows the expression if that of the message fails',
    rule(small, { messageExpression: '"x is " + object.data.nope' }),
  ),
  validated('refuses what an expression fails for', rule('object.data.nope == "1"')),
  validated('ignores failures', { ...rule('object.data.nope == "1"'), failurePolicy: 'Ignore' }),
  validated('refuses by the first of several validations', {
    validations: [
      { expression: 'true' },
      { expression: small, message: 'first' },
      { expression: small, message: 'second' },
    ],
  }),
  validated('warns', rule(small, { message: 'careful' }), { validationActions: ['Warn'] }),
  validated('audits', rule(small, { message: 'careful' }), { validationActions: ['Audit'] }),
  validated('audits and denies', rule(small, { message: 'careful' }), { validationActions: ['Audit', 'Deny'] }),
  validated('reads variables', {
    variables: [
      { name: 'x', expression: 'object == null ? "0" : object.data.x' },
      { name: 'isSmall', expression: 'variables.x != "3"' },
    ],
    ...rule('variables.isSmall', { messageExpression: '"x is " + variables.x' }),
  }),
  validated('ignores variables that fail unread', {
    variables: [{ name: 'bad', expression: 'object.data.nope' }],
    ...rule(small),
  }),
  validated('fails where variables fail', {
    variables: [{ name: 'bad', expression: 'object.data.nope' }],
    ...rule('variables.bad == "1"'),
  }),
  validated('reads the old object', rule('oldObject == null || object == null || oldObject.data.x == object.data.x')),
  validated('reads the request', rule('request.operation != "DELETE" && request.name != "b"')),
  validated(
    'reads the namespace',
    rule('namespaceObject.metadata.name != request.namespace', { message: 'by namespace' }),
  ),
  validated('reads the options', rule('request.operation == "DELETE" || !has(request.options.fieldManager)')),
  validated('has match conditions', {
    matchConditions: [{ name: 'updates', expression: 'request.operation == "UPDATE"' }],
    ...rule('false', { message: 'no updates' }),
  }),
  validated('fails with its match conditions', {
    matchConditions: [{ name: 'fails', expression: 'object.data.nope == "1"' }],
    ...rule('true'),
  }),
  validated('ignores failures of match conditions', {
    matchConditions: [{ name: 'fails', expression: 'object.data.nope == "1"' }],
    failurePolicy: 'Ignore',
    ...rule('false'),
  }),
  validated('is narrowed by the selector of its binding', rule('false'), {
    matchResources: { objectSelector: { matchLabels: { l: '1' } } },
  }),
  validated('is narrowed by the rules of its binding', rule('false'), {
    matchResources: {
      resourceRules: [{ operations: ['UPDATE'], apiGroups: ['*'], apiVersions: ['*'], resources: ['configmaps'] }],
    },
  }),
  policyCase('Validating', 'excludes resources', {
    setup: {
      spec: {
        matchConstraints: {
          ...(constraints.matchConstraints as JsonObject),
          excludeResourceRules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['*'], resources: ['configmaps'] }],
        },
        ...rule('false'),
      },
    },
    run: async (session) => {
      await session.post(session.path('configmaps'), configMap('a'));
      await session.post(session.path(widgets), widget('a', {}));
    },
  }),
  policyCase('Validating', 'names resources', {
    setup: {
      spec: {
        matchConstraints: {
          resourceRules: [
            { operations: ['*'], apiGroups: [''], apiVersions: ['*'], resources: ['configmaps'], resourceNames: ['a'] },
          ],
        },
        ...rule('false'),
      },
    },
    run: writes,
  }),
  policyCase('Validating', 'validates custom resources, statuses and scales', {
    setup: {
      spec: { ...constraints, ...rule('object == null || !has(object.spec.replicas) || object.spec.replicas < 3') },
    },
    run: async (session) => {
      await session.post(session.path(widgets), widget('a', { size: 9, replicas: 1 }));
      await session.post(session.path(widgets), widget('b', { size: 9, replicas: 3 }));
      await session.patch('merge', `${session.path(widgets, 'a')}/status`, { status: { replicas: 1 } });
      await session.patch('merge', `${session.path(widgets, 'a')}/scale`, { spec: { replicas: 3 } });
      await session.patch(
        'apply',
        `${session.path(widgets, 'c')}?fieldManager=me`,
        widget('c', { size: 9, replicas: 3 }),
      );
    },
  }),
  ...(
    [
      ['by name', 'Secret', { name: 'p' }, ['3']],
      ['by labels', 'ServiceAccount', { selector: { matchLabels: { p: '1' } } }, ['3', '4']],
      ['by name, which is absent', 'ConfigMap', { name: 'none' }, []],
      ['by name, which may be absent', 'ResourceQuota', { name: 'none', parameterNotFoundAction: 'Allow' }, []],
      ['by labels that no object has', 'LimitRange', { selector: { matchLabels: { p: '2' } } }, []],
    ] satisfies readonly (readonly [string, string, JsonObject, readonly string[]])[]
  ).map(([what, kind, paramRef, refused]) =>
    // The API server stops to watch a kind of parameters with its last policy, so each case has its own.
    policyCase('Validating', `finds its parameters ${what}`, {
      setup: (session) => ({
        before: async () => {
          const params = { p: '3', q: '4' };
          for (const [name, x] of Object.entries(params)) {
            const labels = { p: '1', x };
            await session.unrecorded('POST', session.path(`${kind.toLowerCase()}s`), { metadata: { name, labels } });
          }
        },
        spec: {
          ...constraints,
          paramKind: { apiVersion: 'v1', kind },
          ...rule('object == null || object.data.x != params.metadata.labels.x', {
            messageExpression: '"not " + params.metadata.labels.x',
          }),
        },
        binding: { paramRef: { parameterNotFoundAction: 'Deny', ...paramRef } },
      }),
      run: async (session) => {
        const path = `${session.path('configmaps')}?dryRun=All`;
        for (const x of refused)
          await session.untilResponse('the parameters are known', 'POST', path, configMap('a', { x }), ({ message }) =>
            String(message).endsWith(`not ${x}`),
          );
        await session.post(session.path('configmaps'), configMap('a', { x: '1' }));
        await session.post(session.path('configmaps'), configMap('b', { x: '3' }));
        await session.post(session.path('configmaps'), configMap('c', { x: '4' }));
      },
    }),
  ),
  policyCase('Validating', 'validates Deployments, also with variables', {
    setup: {
      spec: {
        matchConstraints: {
          resourceRules: [
            { operations: ['CREATE'], apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'] },
          ],
        },
        variables: [
          { name: 'replicas', expression: 'object.spec.replicas' },
          { name: 'oddReplicas', expression: 'variables.replicas % 2 == 1' },
        ],
        validations: [
          { expression: 'variables.replicas > 1', messageExpression: "'replicas: ' + string(variables.replicas)" },
          { expression: 'variables.oddReplicas' },
        ],
      },
    },
    run: async (session) => {
      const labels = { app: 'a' };
      const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
      for (const replicas of [1, 2, 3]) {
        const spec = { replicas, selector: { matchLabels: labels }, template };
        await session.post(session.path('apps/v1/deployments'), { metadata: { name: `r${replicas}` }, spec });
      }
    },
  }),
];
