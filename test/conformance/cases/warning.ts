import { isJsonObject, type JsonObject } from '../../../lib/api/index.ts';
import { type ConformanceCase, objectOf, patchTypes } from '../session.ts';

/** Returns a Deployment whose pods have a spec. */
function deployment(name: string, spec: JsonObject): JsonObject {
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  };
}

/** Returns the spec of a pod with one container. */
function podSpec(container: JsonObject, further: JsonObject = {}): JsonObject {
  return { containers: [{ name: 'main', image: 'example.com/main:1', ...container }], ...further };
}

const specs: Readonly<Record<string, JsonObject>> = {
  'two variables of one name': podSpec({
    env: [
      { name: 'A', value: '1' },
      { name: 'A', value: '2' },
    ],
  }),
  'a variable that extends an earlier one': podSpec({
    env: [
      { name: 'A', value: '1' },
      { name: 'A', value: '$(A) and more' },
      { name: 'A', value: '$(A)' },
    ],
  }),
  'two ports of one number': podSpec({ ports: [{ containerPort: 80 }, { containerPort: 80, hostPort: 81 }] }),
  'ambiguous ports of the node': podSpec({
    ports: [
      { containerPort: 80, hostPort: 81 },
      { containerPort: 80, hostPort: 81, hostIP: '10.0.0.1' },
    ],
  }),
  'two ports of one name in two containers': {
    containers: ['a', 'b'].map((name, index) => ({
      ...{ name, image: 'example.com/main:1' },
      ports: [{ name: 'http', containerPort: 80 + index }],
    })),
  },
  'repeated host aliases and pull secrets': podSpec(
    {},
    {
      hostAliases: [{ ip: '10.0.0.1' }, { ip: '10.0.0.1' }],
      imagePullSecrets: [{ name: 'a' }, { name: 'a' }, {}],
    },
  ),
  'a topology spread and affinities without selectors': podSpec(
    {},
    {
      topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' }],
      affinity: {
        podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone' }] },
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: { topologyKey: 'zone' } }],
        },
      },
    },
  ),
  'volumes of removed plugins': podSpec(
    {},
    {
      volumes: [
        { name: 'ceph', cephfs: { monitors: ['a'] } },
        { name: 'repository', gitRepo: { repository: 'example.com/a' } },
      ],
    },
  ),
};

/** Warnings about pods and their templates, and the fields of repeated items. */
export const warningCases: readonly ConformanceCase[] = [
  ...Object.entries(specs).map(
    ([subject, spec]): ConformanceCase => ({
      title: `warns of ${subject} in a Deployment`,
      run: async (session) => {
        await session.post(session.path('apps/v1/deployments'), deployment('warned', spec));
      },
    }),
  ),
  {
    title: 'warns of a changed template, and not of changed labels',
    run: async (session) => {
      // No controller writes a PodTemplate.
      const path = session.path('podtemplates');
      const template = (spec: JsonObject, labels: JsonObject = {}): JsonObject => ({
        ...{ apiVersion: 'v1', kind: 'PodTemplate', metadata: { name: 'warned', labels } },
        template: { metadata: {}, spec },
      });
      const [plain, repeated] = [podSpec({ env: [{ name: 'A' }] }), podSpec({ env: [{ name: 'A' }, { name: 'A' }] })];
      await session.post(path, template(plain));
      await session.put(`${path}/warned`, template(repeated));
      await session.put(`${path}/warned`, template(repeated, { a: 'b' }));
      await session.put(`${path}/warned`, template(plain));
    },
  },
  {
    title: 'counts changed annotations of a Deployment as a generation, and not those of a StatefulSet',
    run: async (session) => {
      for (const [plural, kind] of [
        ['deployments', 'Deployment'],
        ['statefulsets', 'StatefulSet'],
      ] as const) {
        const path = session.path(`apps/v1/${plural}`);
        await session.unrecorded('POST', path, { ...deployment('counted', podSpec({})), kind });
        for (const a of ['b', null]) {
          const options = { contentType: patchTypes.merge };
          const body = { metadata: { annotations: { a } } };
          const { metadata } = objectOf(await session.unrecorded('PATCH', `${path}/counted`, body, options));
          session.note(`the generation of a ${kind}`, isJsonObject(metadata) ? (metadata.generation ?? null) : null);
        }
      }
    },
  },
];
