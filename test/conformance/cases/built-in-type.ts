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

/** Values of wrong types, which the API server refuses with Go's names of fields and types. */
export const builtInTypeCases: readonly ConformanceCase[] = Object.entries(specs).map(([what, spec]) => ({
  title: `refuses ${what}`,
  run: async (session) => {
    await session.post(session.path('pods'), { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec });
  },
}));
