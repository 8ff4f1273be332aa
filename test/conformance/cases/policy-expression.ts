import type { JsonObject } from '../../../lib/api/index.ts';
import type { ConformanceCase } from '../session.ts';

const registration = '/apis/admissionregistration.k8s.io/v1';

const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }];

function policy(sort: 'Mutating' | 'Validating', title: string, spec: JsonObject): ConformanceCase {
  return {
    title: `${title} (${sort.toLowerCase()})`,
    run: async (session) => {
      const path = `${registration}/${sort.toLowerCase()}admissionpolicies?dryRun=All`;
      const own =
        sort === 'Validating'
          ? { validations: [{ expression: 'true' }] }
          : { reinvocationPolicy: 'Never', mutations: [configuration('Object{}')] };
      const matchConstraints = { resourceRules: rules };
      await session.post(path, { metadata: { name: session.namespace }, spec: { matchConstraints, ...own, ...spec } });
    },
  };
}

function configuration(expression: string): JsonObject {
  return { patchType: 'ApplyConfiguration', applyConfiguration: { expression } };
}

function jsonPatch(expression: string): JsonObject {
  return { patchType: 'JSONPatch', jsonPatch: { expression } };
}

function webhook(sort: 'mutating' | 'validating', title: string, expression: string): ConformanceCase {
  return {
    title: `${title} (${sort} webhook)`,
    run: async (session) => {
      const hook = {
        name: 'a.example.com',
        clientConfig: { url: 'https://127.0.0.1:1/a' },
        rules,
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        matchConditions: [{ name: 'a', expression }],
      };
      const path = `${registration}/${sort}webhookconfigurations?dryRun=All`;
      await session.post(path, { metadata: { name: session.namespace }, webhooks: [hook] });
    },
  };
}

/** Expressions → what they show. */
const conditions: Readonly<Record<string, string>> = {
  'refuses the syntax of a condition': '... [not valid',
  'refuses an unknown name in a condition': 'unknown == 1',
  'refuses a condition of another type': '"a"',
  'refuses a condition of an unknown type': 'object.data.x',
  'refuses parameters in a condition': 'params.x == 1',
  'refuses variables in a condition': 'variables.x == 1',
  'refuses an unknown field of the request in a condition': 'request.nope == 1',
  'refuses a wrong call in a condition': 'request.name.startsWith(1)',
  'accepts a condition': 'request.name == "a" && has(object.data)',
};

/** Webhooks and policies with expressions that don't compile. */
export const policyExpressionCases: readonly ConformanceCase[] = [
  ...Object.entries(conditions).flatMap(([title, expression]) => [
    webhook('mutating', title, expression),
    webhook('validating', title, expression),
    policy('Mutating', title, { matchConditions: [{ name: 'a', expression }] }),
    policy('Validating', title, { matchConditions: [{ name: 'a', expression }] }),
  ]),
  policy('Validating', 'refuses a validation that does not compile', { validations: [{ expression: 'nope' }] }),
  policy('Validating', 'refuses a validation of another type', { validations: [{ expression: '1 + 1' }] }),
  policy('Validating', 'refuses a message of another type', {
    validations: [{ expression: 'true', messageExpression: '1' }],
  }),
  policy('Validating', 'refuses a message that does not compile', {
    validations: [{ expression: 'true', messageExpression: 'nope' }],
  }),
  policy('Validating', 'refuses an annotation of another type', {
    auditAnnotations: [{ key: 'a', valueExpression: '1' }],
  }),
  policy('Validating', 'accepts an annotation without a value', {
    auditAnnotations: [{ key: 'a', valueExpression: 'null' }],
  }),
  policy('Validating', 'refuses a variable that does not compile', {
    variables: [{ name: 'a', expression: 'nope' }],
  }),
  policy('Validating', 'refuses an unknown variable', {
    variables: [{ name: 'a', expression: '1' }],
    validations: [{ expression: 'variables.b == 1' }],
  }),
  policy('Validating', 'refuses a variable of another type', {
    variables: [{ name: 'a', expression: '1' }],
    validations: [{ expression: 'variables.a' }],
  }),
  policy('Validating', 'refuses parameters without a kind', { validations: [{ expression: 'params.x == 1' }] }),
  policy('Mutating', 'refuses a configuration of another type', { mutations: [configuration('true')] }),
  policy('Mutating', 'refuses a configuration of a part', { mutations: [configuration('Object.spec{}')] }),
  policy('Mutating', 'refuses a configuration that does not compile', {
    mutations: [configuration('Object{a: nope}')],
  }),
  policy('Mutating', 'refuses a configuration of an unknown type', { mutations: [configuration('Nope{a: 1}')] }),
  policy('Mutating', 'refuses a patch of another type', { mutations: [jsonPatch('[1]')] }),
  policy('Mutating', 'refuses a patch that is one step', {
    mutations: [jsonPatch('JSONPatch{op: "remove", path: "/a"}')],
  }),
  policy('Mutating', 'refuses a patch that does not compile', { mutations: [jsonPatch('[JSONPatch{op: nope}]')] }),
  policy('Mutating', 'refuses a step with a wrong type', { mutations: [jsonPatch('[JSONPatch{op: 1}]')] }),
];
