import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { apiVersion, builtInKinds, type Kind } from '../../../../lib/api/index.ts';
import type { Client } from '../../../../lib/client/index.ts';
import { shapeOfKind } from '../../../../lib/runtime/reconcile/comparison/kind-shape.ts';
import { shapeInDocument } from '../../../../lib/runtime/reconcile/comparison/published-shape.ts';
import { canonicalQuantity } from '../../../../lib/schema/index.ts';
import type { ControlPlane } from '../../../../lib/testing/index.ts';
import { kubectl } from '../../../kubectl.ts';
import { sharedControlPlane } from '../../../shared-control-plane.ts';
import { AppliedObject, adminClient, kindOf } from '../applied-object.ts';
import { contradictions, type Schema, type Schemas } from './published-schema.ts';

describe('the shapes of built-in kinds, compared with a real API server', () => {
  let controlPlane: ControlPlane;
  let client: Client;

  before(async () => {
    controlPlane = await sharedControlPlane();
    client = await adminClient(controlPlane);
  });

  after(() => client?.close());

  const published = new Map<string, Schemas>();

  async function publishedSchemas({ group, version }: Kind): Promise<Schemas> {
    const path = group === '' ? `/openapi/v3/api/${version}` : `/openapi/v3/apis/${group}/${version}`;
    const known = published.get(path);
    if (known !== undefined) return known;
    const { schemas } = JSON.parse(await kubectl(controlPlane, ['get', '--raw', path])).components;
    published.set(path, schemas);
    return schemas;
  }

  function schemaOf({ group, version, kind }: Kind, schemas: Schemas): Schema {
    const found = Object.values(schemas).find((schema) => {
      const names: unknown = Object.entries(schema).find(([field]) => field === 'x-kubernetes-group-version-kind')?.[1];
      return (
        Array.isArray(names) &&
        names.some((name) => name.group === group && name.version === version && name.kind === kind)
      );
    });
    return found ?? assert.fail(`${kind} has no schema`);
  }

  for (const kind of builtInKinds()) {
    it(`the built-in shape agrees with the published schema of ${kind.kind}.${apiVersion(kind)}`, async () => {
      const schemas = await publishedSchemas(kind);
      const shape = shapeOfKind({ apiVersion: apiVersion(kind), kind: kind.kind });
      assert.equal(shape.partial, undefined, 'the kind has no shape');
      assert.deepEqual(contradictions(schemas, schemaOf(kind, schemas), shape), []);
    });
  }

  it('the shapes read from the documents of a real API server agree with their schemas', async () => {
    for (const kind of builtInKinds()) {
      const schemas = await publishedSchemas(kind);
      const shape = shapeInDocument({ components: { schemas: JSON.parse(JSON.stringify(schemas)) } }, kind);
      assert.deepEqual(contradictions(schemas, schemaOf(kind, schemas), shape ?? {}), [], kind.kind);
      assert.ok(shape?.fields?.metadata);
    }
  });

  it('canonical quantities are those that a real API server stores', async () => {
    const digits = fc.stringMatching(/^(0|[1-9][0-9]{0,6}|0[0-9]|1000000|1024|1048576)?$/);
    const fraction = fc.stringMatching(/^(\.[0-9]{0,4}|\.9765625)?$/);
    const suffixes = ' n u m k M G T Ki Mi Gi e3 E3 e-3 e0 e1'.split(' ');
    const text = fc.tuple(digits, fraction, fc.constantFrom(...suffixes)).map((parts) => parts.join(''));
    const wellFormed = text.filter((one) => /^\.?\d/.test(one));
    const texts = fc.uniqueArray(wellFormed, { minLength: 50, maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(texts, async (quantities) => {
        const volumes = quantities.map((sizeLimit, index) => ({ name: `v${index}`, emptyDir: { sizeLimit } }));
        const containers = [{ name: 'web', image: 'web:1' }];
        const labels = { app: 'web' };
        const template = { metadata: { labels }, spec: { containers, volumes } };
        const body = { spec: { selector: { matchLabels: labels }, template } };
        const { spec } = await new AppliedObject(client, kindOf('apps', 'v1', 'Deployment'), body).apply();
        const stored = JSON.parse(JSON.stringify(spec)).template.spec.volumes;
        const expected = quantities.map((quantity, index) => [
          quantity,
          canonicalQuantity(quantity),
          stored[index].emptyDir.sizeLimit,
        ]);
        for (const [written, canonical, kept] of expected) {
          if (kept !== written) assert.equal(canonical, kept, `${written} is stored as ${kept}, not as ${canonical}`);
        }
      }),
      { numRuns: 10 },
    );
  });
});
