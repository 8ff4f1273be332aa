import fc from 'fast-check';
import { z } from 'zod';
import type { JsonObject } from '../../../lib/api/index.ts';
import { structuralSchema } from '../../../lib/schema/index.ts';
import { typeArbitrary } from '../../schema/type-arbitrary.ts';
import type { RandomKind } from './kind.ts';

const group = 'random.example.com';

/** A kind with a random schema, and its definition. */
export interface GeneratedKind extends RandomKind {
  readonly definition: JsonObject;
}

/** Returns a custom kind whose schema and values depend on the seed. */
export function generatedKind(seed: number): GeneratedKind {
  const [fields = [], [status] = []] = fc.sample(fc.array(typeArbitrary, { minLength: 3, maxLength: 3 }), {
    seed,
    numRuns: 2,
  });
  const types = Object.fromEntries(fields.map(({ type }, index) => [`f${index}`, type.optional()]));
  const values = Object.fromEntries(fields.map(({ values }, index) => [`f${index}`, values]));
  const plural = `randoms${seed}`;
  const kind = `Random${seed}`;
  const schema = {
    type: 'object',
    properties: {
      spec: structuralSchema(z.object(types)),
      status: structuralSchema(z.object({ s: (status?.type ?? z.string()).optional() })),
    },
  };
  return {
    resource: `${group}/v1/${plural}`,
    apiVersion: `${group}/v1`,
    kind,
    least: {},
    fields: jsonOf(
      fc.record(
        { spec: fc.record(values, { requiredKeys: [], noNullPrototype: true }) },
        { requiredKeys: [], noNullPrototype: true },
      ),
    ),
    status: jsonOf(fc.record({ s: status?.values ?? fc.string() }, { requiredKeys: [], noNullPrototype: true })),
    definition: {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.${group}` },
      spec: {
        group,
        names: { plural, kind },
        scope: 'Namespaced',
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            subresources: { status: {} },
            schema: { openAPIV3Schema: JSON.parse(JSON.stringify(schema)) as JsonObject },
          },
        ],
      },
    },
  };
}

function jsonOf(values: fc.Arbitrary<unknown>): fc.Arbitrary<JsonObject> {
  return values.map((value) => JSON.parse(JSON.stringify(value)) as JsonObject);
}
