import type { JsonObject } from '../../../lib/api/index.ts';
import type { ConformanceCase } from '../session.ts';

/** Fields of a Pod with values that Go's decoder refuses. */
const specs: Readonly<Record<string, JsonObject>> = {
  'a text of a named type': { containers: [{ name: 'c', ports: [{ containerPort: 80, protocol: 1 }] }] },
  'items of a named type': { containers: [{ name: 'c', securityContext: { capabilities: { add: [1] } } }] },
  'a field of an embedded struct': { volumes: [{ name: 'v', emptyDir: 'none' }] },
  'a field inside of an embedded struct': { containers: [{ name: 'c', livenessProbe: { httpGet: { path: 1 } } }] },
  'a map of a named type': { containers: [{ name: 'c', resources: { limits: 'all' } }] },
  'an integer with a fraction': { priority: 1.5 },
  'an integer of more than 32 bits': { priority: 2 ** 31 },
  'a port that is a boolean': { containers: [{ name: 'c', livenessProbe: { httpGet: { port: true } } }] },
  'a quantity without digits': { containers: [{ name: 'c', resources: { limits: { cpu: 'much' } } }] },
  'a quantity with an unknown suffix': { containers: [{ name: 'c', resources: { limits: { cpu: '1KK' } } }] },
};

/** The same fields, and more, of a PodTemplate, into which they are merged: Go's converter of maps refuses some of them. */
const merged: Readonly<Record<string, JsonObject>> = {
  ...Object.fromEntries(Object.entries(specs).map(([what, spec]) => [what, { template: { spec } }])),
  'a boolean for a text': { template: { spec: { nodeName: true } } },
  'a list for a text': { template: { spec: { nodeName: ['a'] } } },
  'a fraction for a text': { template: { spec: { nodeName: 1.5 } } },
  'a text for an integer': { template: { spec: { priority: '1' } } },
  'a text for a boolean': { template: { spec: { hostNetwork: 'yes' } } },
  'an integer for a struct': { template: { spec: { securityContext: 1 } } },
  'a list for a struct': { template: { spec: { affinity: [] } } },
  'a text for a map': { template: { spec: { nodeSelector: 'a' } } },
  'an integer in a map of texts': { metadata: { labels: { a: 1 } } },
  'a text for a list of texts': { metadata: { finalizers: 'a' } },
  'an integer for a time': { metadata: { creationTimestamp: 1 } },
  'a text that is not a time': { metadata: { creationTimestamp: 'today' } },
};

/** Values of wrong types, which the API server refuses with Go's names of fields and types. */
export const builtInTypeCases: readonly ConformanceCase[] = [
  ...Object.entries(specs).map(
    ([what, spec]): ConformanceCase => ({
      title: `refuses ${what}`,
      run: async (session) => {
        await session.post(session.path('pods'), { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec });
      },
    }),
  ),
  ...Object.entries(merged).map(
    ([what, fields]): ConformanceCase => ({
      title: `merges ${what}, or refuses it`,
      run: async (session) => {
        const path = session.path('podtemplates', 'a');
        const template = { apiVersion: 'v1', kind: 'PodTemplate', metadata: { name: 'a' } };
        const spec = { containers: [{ name: 'c', image: 'c' }] };
        await session.post(session.path('podtemplates'), { ...template, template: { spec } });
        await session.patch('strategic', path, fields);
        await session.patch('apply', `${path}?fieldManager=x`, { ...template, ...fields });
      },
    }),
  ),
];
