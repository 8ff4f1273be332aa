import { isJsonObject, type JsonObject } from '../../../lib/api/index.ts';
import { type ConformanceCase, objectOf, patchTypes, type Session } from '../session.ts';
import { untilPodsAreAdmitted } from './pod-admission.ts';
import { policyCase } from './policy-case.ts';
import { configMap, widget, widgets } from './sample.ts';

async function writes(session: Session): Promise<void> {
  await session.post(session.path('configmaps'), configMap('a', { x: '1' }));
  await session.patch('merge', session.path('configmaps', 'a'), { data: { x: '2' } });
  await session.patch('apply', `${session.path('configmaps', 'b')}?fieldManager=me`, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    ...configMap('b', { x: '3' }, { labels: { l: '1' } }),
  });
  await session.delete(session.path('configmaps', 'a'));
}

/** Constraints for operations on ConfigMaps and widgets. */
function writesOf(operations: readonly string[]): JsonObject {
  const resources = ['configmaps', 'widgets', 'widgets/*'];
  const groups = ['', 'conformance.example.com'];
  return { matchConstraints: { resourceRules: [{ operations, apiGroups: groups, apiVersions: ['*'], resources }] } };
}

function configuration(expression: string): JsonObject {
  return { patchType: 'ApplyConfiguration', applyConfiguration: { expression } };
}

function jsonPatch(expression: string): JsonObject {
  return { patchType: 'JSONPatch', jsonPatch: { expression } };
}

function specOf(mutations: readonly JsonObject[], fields: JsonObject = {}): JsonObject {
  return { ...writesOf(['CREATE', 'UPDATE']), reinvocationPolicy: 'Never', mutations, ...fields };
}

function mutated(title: string, mutations: readonly JsonObject[], fields: JsonObject = {}, binding: JsonObject = {}) {
  return policyCase('Mutating', title, { setup: { spec: specOf(mutations, fields), binding }, run: writes });
}

/** Constraints for whole pods, Deployments and their Scales. */
const workloads: JsonObject = {
  matchConstraints: {
    resourceRules: [
      {
        operations: ['CREATE', 'UPDATE'],
        apiGroups: ['', 'apps'],
        apiVersions: ['v1'],
        resources: ['pods', 'deployments', 'deployments/scale'],
      },
    ],
  },
};

function podCase(title: string, mutations: readonly JsonObject[], fields: JsonObject = {}): ConformanceCase {
  return policyCase('Mutating', title, {
    setup: { spec: specOf(mutations, { ...workloads, ...fields }) },
    run: async (session) => {
      await untilPodsAreAdmitted(session);
      const containers = [{ name: 'c', image: 'i', env: [{ name: 'A', value: '1' }] }];
      const spec = { containers, automountServiceAccountToken: false };
      await session.post(session.path('pods'), { metadata: { name: 'p' }, spec });
    },
  });
}

function scaleCase(title: string, mutations: readonly JsonObject[], fields: JsonObject = {}): ConformanceCase {
  return policyCase('Mutating', title, {
    setup: { spec: specOf(mutations, { ...workloads, ...fields }) },
    run: async (session) => {
      const labels = { app: 'a' };
      const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
      const spec = { replicas: 1, selector: { matchLabels: labels }, template };
      await session.post(session.path('apps/v1/deployments'), { metadata: { name: 'd' }, spec });
      const path = session.path('apps/v1/deployments', 'd/scale');
      const contentType = patchTypes.merge;
      const { status, body } = await session.unrecorded('PATCH', path, { spec: { replicas: 2 } }, { contentType });
      const { spec: scaled = body } = objectOf({ status, body, warnings: [] });
      session.record(`the response ${status}`, scaled);
    },
  });
}

function widgetCase(title: string, mutations: readonly JsonObject[], fields: JsonObject = {}): ConformanceCase {
  return policyCase('Mutating', title, {
    setup: { spec: specOf(mutations, fields) },
    run: async (session) => {
      await session.post(session.path(widgets), widget('a', { size: 1 }));
      await session.patch('merge', session.path(widgets, 'a'), { spec: { replicas: 3 } });
      await session.patch('merge', `${session.path(widgets, 'a')}/status`, { status: { replicas: 1 } });
      await session.patch('merge', `${session.path(widgets, 'a')}/scale`, { spec: { replicas: 2 } });
    },
  });
}

const labelled = configuration('Object{metadata: Object.metadata{labels: {"by": "policy"}}}');

/** Mutating admission policies. */
export const mutatingPolicyCases: readonly ConformanceCase[] = [
  mutated('applies a label', [labelled]),
  mutated('applies fields of a map', [configuration('Object{data: {"y": "2"}}')]),
  mutated('applies a value of the object', [
    configuration('Object{data: {"y": has(object.data.x) ? object.data.x + "!" : "none"}}'),
  ]),
  mutated('applies nothing', [configuration('Object{}')]),
  mutated('chooses between configurations', [
    configuration('request.operation == "CREATE" ? Object{data: {"y": "new"}} : Object{}'),
  ]),
  mutated('applies fields with comments, spaces and strings like constructions', [
    configuration(
      'Object { // Object{a: 1}\n metadata: Object . metadata { annotations: {"a": "Object{b: \'x\'}", }, }, }',
    ),
  ]),
  mutated('applies several mutations in order', [
    labelled,
    configuration('Object{data: {"by": object.metadata.labels["by"]}}'),
    jsonPatch('[JSONPatch{op: "add", path: "/data/z", value: object.data["by"] + "?"}]'),
  ]),
  mutated('refuses an unknown field', [configuration('Object{nope: "x"}')]),
  mutated('refuses a value of a wrong type', [configuration('Object{data: {"y": 1}}')]),
  mutated('refuses a construction of another path', [
    configuration('Object{metadata: Object.data{labels: {"a": "b"}}}'),
  ]),
  mutated('refuses an evaluation that fails', [configuration('Object{data: {"y": object.data.nope}}')]),
  mutated('ignores failures', [configuration('Object{data: {"y": object.data.nope}}'), labelled], {
    failurePolicy: 'Ignore',
  }),
  mutated('reports all failures', [
    configuration('Object{data: {"y": object.data.nope}}'),
    labelled,
    configuration('Object{nope: "x"}'),
  ]),
  mutated('applies an optional field', [
    configuration(
      'Object{metadata: Object.metadata{?labels: request.operation == "CREATE" ? optional.of({"a": "b"}) : optional.none()}}',
    ),
  ]),
  mutated('patches', [
    jsonPatch('[JSONPatch{op: "add", path: "/data/y", value: "2"}, JSONPatch{op: "remove", path: "/data/x"}]'),
  ]),
  mutated('patches with an escaped key', [
    jsonPatch(
      '[JSONPatch{op: "add", path: "/metadata/annotations", value: {}}, JSONPatch{op: "add", path: "/metadata/annotations/" + jsonpatch.escapeKey("a.example.com/~b"), value: "2"}]',
    ),
  ]),
  mutated('patches by a test that holds or does not', [
    jsonPatch(
      '[JSONPatch{op: "test", path: "/data/x", value: "1"}, JSONPatch{op: "replace", path: "/data/x", value: "one"}]',
    ),
  ]),
  mutated('copies and moves', [
    jsonPatch(
      '[JSONPatch{op: "copy", from: "/data/x", path: "/data/y"}, JSONPatch{op: "move", from: "/data/x", path: "/data/z"}]',
    ),
  ]),
  mutated('refuses a patch of an absent field', [jsonPatch('[JSONPatch{op: "remove", path: "/data/nope"}]')]),
  mutated('refuses a patch to an unknown field', [jsonPatch('[JSONPatch{op: "add", path: "/nope", value: "x"}]')]),
  mutated('refuses a patch to a wrong type', [jsonPatch('[JSONPatch{op: "add", path: "/data/y", value: 1}]')]),
  mutated('patches with a construction', [
    jsonPatch(
      '[JSONPatch{op: "add", path: "/metadata/annotations", value: {"a": "b"}}, JSONPatch{op: "replace", path: "/metadata/labels", value: Object.metadata.labels{a: "b"}}]',
    ),
  ]),
  mutated('patches by a list of a macro', [
    jsonPatch('["a", "b"].map(k, JSONPatch{op: "add", path: "/data/" + k, value: k})'),
  ]),
  mutated('patches with nothing', [
    jsonPatch('has(object.data.nope) ? [JSONPatch{op: "remove", path: "/data/nope"}] : []'),
  ]),
  mutated('reads variables', [configuration('Object{data: {"y": variables.y}}')], {
    variables: [{ name: 'y', expression: 'request.operation + string(size(object.data))' }],
  }),
  mutated('has match conditions', [labelled], {
    matchConditions: [{ name: 'updates', expression: 'request.operation == "UPDATE"' }],
  }),
  mutated('fails with its match conditions', [labelled], {
    matchConditions: [{ name: 'fails', expression: 'object.data.nope == "1"' }],
  }),
  mutated('ignores failures of match conditions', [labelled], {
    matchConditions: [{ name: 'fails', expression: 'object.data.nope == "1"' }],
    failurePolicy: 'Ignore',
  }),
  mutated('asks the authorizer', [
    configuration('Object{data: {"y": string(authorizer.requestResource.check("create").allowed())}}'),
  ]),
  mutated(
    'is narrowed by the selector of its binding',
    [labelled],
    {},
    {
      matchResources: { objectSelector: { matchLabels: { l: '1' } } },
    },
  ),
  mutated(
    'repeats itself if needed',
    [jsonPatch('[JSONPatch{op: "add", path: "/data/x", value: object.data.x + "+"}]')],
    { reinvocationPolicy: 'IfNeeded' },
  ),
  mutated('does not repeat itself', [jsonPatch('[JSONPatch{op: "add", path: "/data/x", value: object.data.x + "+"}]')]),
  podCase('applies containers by name', [
    configuration(
      'Object{spec: Object.spec{containers: [Object.spec.containers{name: "side", image: "s"}, Object.spec.containers{name: "c", env: [Object.spec.containers.env{name: "B", value: "2"}]}]}}',
    ),
  ]),
  podCase(
    'applies to all containers',
    [
      configuration(
        'Object{spec: Object.spec{containers: object.spec.containers.map(c, Object.spec.containers{name: c.name, imagePullPolicy: "Never"})}}',
      ),
    ],
    { matchConditions: [{ name: 'whole', expression: '!has(request.subResource) || request.subResource == ""' }] },
  ),
  podCase('refuses atomic lists', [
    configuration('Object{spec: Object.spec{containers: [Object.spec.containers{name: "c", command: ["a"]}]}}'),
  ]),
  podCase('refuses atomic maps', [configuration('Object{spec: Object.spec{nodeSelector: {"a": "b"}}}')]),
  scaleCase('applies replicas to objects and scales', [
    configuration('Object{spec: Object.spec{replicas: object.spec.replicas + 3}}'),
  ]),
  scaleCase('patches replicas of objects and scales', [
    jsonPatch('[JSONPatch{op: "replace", path: "/spec/replicas", value: object.spec.replicas + 3}]'),
  ]),
  scaleCase(
    'applies annotations to a Deployment',
    [
      configuration(
        'Object{metadata: Object.metadata{annotations: has(object.metadata.annotations) && "a" in object.metadata.annotations ? object.metadata.annotations : {"a": "b"}}}',
      ),
    ],
    { matchConditions: [{ name: 'whole', expression: 'request.kind.kind == "Deployment"' }] },
  ),
  scaleCase('refuses an invalid result', [configuration('Object{spec: Object.spec{replicas: -1}}')]),
  widgetCase('applies to custom resources', [configuration('Object{spec: Object.spec{size: 7}}')], {
    matchConditions: [{ name: 'whole', expression: '!has(request.subResource) || request.subResource == ""' }],
  }),
  widgetCase('patches custom resources', [jsonPatch('[JSONPatch{op: "add", path: "/spec/size", value: 8}]')], {
    matchConditions: [{ name: 'whole', expression: '!has(request.subResource) || request.subResource == ""' }],
  }),
  widgetCase('refuses a wrong type in custom resources', [configuration('Object{spec: Object.spec{size: "x"}}')], {
    matchConditions: [{ name: 'whole', expression: '!has(request.subResource) || request.subResource == ""' }],
  }),
  widgetCase(
    'drops unknown fields of custom resources',
    [jsonPatch('[JSONPatch{op: "add", path: "/spec/nope", value: 8}]')],
    {
      matchConditions: [{ name: 'whole', expression: '!has(request.subResource) || request.subResource == ""' }],
    },
  ),
  widgetCase('applies to statuses', [configuration('Object{status: Object.status{replicas: 5}}')], {
    matchConditions: [{ name: 'status', expression: 'has(request.subResource) && request.subResource == "status"' }],
  }),
  ...(
    [
      ['by name', 'Secret', { name: 'p' }, ['p3']],
      ['by labels', 'ServiceAccount', { selector: { matchLabels: { p: '1' } } }, ['p3', 'p4']],
      ['by name, which is absent', 'ConfigMap', { name: 'none' }, []],
      ['by name, which may be absent', 'ConfigMap', { name: 'none', parameterNotFoundAction: 'Allow' }, []],
    ] satisfies readonly (readonly [string, string, JsonObject, readonly string[]])[]
  ).map(([what, kind, paramRef, added]) =>
    // The API server stops to watch a kind of parameters with its last policy, so each case has its own.
    policyCase('Mutating', `finds its parameters ${what}`, {
      setup: (session) => ({
        before: async () => {
          const params = { p: '3', q: '4' };
          for (const [name, x] of Object.entries(params)) {
            const labels = { p: '1', x };
            await session.unrecorded('POST', session.path(`${kind.toLowerCase()}s`), { metadata: { name, labels } });
          }
        },
        spec: specOf([configuration('Object{data: {"p" + params.metadata.labels.x: "yes"}}')], {
          paramKind: { apiVersion: 'v1', kind },
        }),
        binding: { paramRef: { parameterNotFoundAction: 'Deny', ...paramRef } },
      }),
      run: async (session) => {
        const path = `${session.path('configmaps')}?dryRun=All`;
        if (added.length > 0)
          await session.untilResponse('the parameters are known', 'POST', path, configMap('a', {}), ({ data }) =>
            added.every((key) => isJsonObject(data) && data[key] === 'yes'),
          );
        await writes(session);
      },
    }),
  ),
];
