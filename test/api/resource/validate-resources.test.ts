import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ApiObject, App, Chart, Include } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import type { IConstruct } from 'constructs';
import { z } from 'zod';
import { CustomResource, ImportedResource, type ImportedResourceProps, validateResources } from '../../../lib/index.ts';

class Database extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Database',
  spec: z.object({ replicas: z.int32().max(5) }),
}) {}

class Ring extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Ring',
  scope: 'Cluster',
  spec: z.object({}),
}) {}

class Box extends ImportedResource<ImportedResourceProps & { readonly size?: number }>({
  group: 'example.com',
  version: 'v1',
  kind: 'Box',
  plural: 'boxes',
  scope: 'Namespaced',
  schema: JSON.stringify({ type: 'object', properties: { size: { type: 'integer', maximum: 5 } } }),
}) {}

const v1 = { apiVersion: 'example.com/v1' };

/** Returns the findings of an app's synth. */
function findings(app: App): string[] {
  try {
    app.synthYaml();
    return [];
  } catch (error) {
    assert.ok(error instanceof Error);
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
}

/** Returns the findings of a chart with objects, all of whose known kinds are validated. */
function chartFindings(fill: (chart: Chart) => void, scope: (chart: Chart) => IConstruct = (chart) => chart): string[] {
  const app = new App();
  const chart = new Chart(app, 'shop', { namespace: 'production' });
  validateResources(scope(chart), [Database, Ring, Box]);
  fill(chart);
  return findings(app);
}

describe('the validation of all objects of known kinds', () => {
  it('validateResources covers plain objects, with their path, name and field', () => {
    const found = chartFindings((chart) => {
      new ApiObject(chart, 'Orders', { ...v1, kind: 'Database', metadata: { name: 'orders' }, spec: { replcas: 2 } });
      new ApiObject(chart, 'Small', { ...v1, kind: 'Box', size: 9 });
    });
    assert.deepEqual(found, [
      '[shop] shop/Orders, Database production/orders: spec.replcas: unknown field, did you mean replicas?',
      '[shop] shop/Orders, Database production/orders: spec.replicas: is required',
      '[shop] shop/Small, Box production/shop-small-c8faf33e: size: must be at most 5, and is 9',
    ]);
  });

  it('validateResources covers included manifests', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'operand-include-'));
    try {
      const file = join(directory, 'orders.yaml');
      await writeFile(
        file,
        'apiVersion: example.com/v1\nkind: Database\nmetadata: { name: orders }\nspec: { replicas: 9 }\n',
      );
      assert.deepEqual(
        chartFindings((chart) => new Include(chart, 'Orders', { url: file })),
        ['[shop] shop/Orders/orders-database, Database production/orders: spec.replicas: must be at most 5, and is 9'],
      );
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it('validateResources covers all charts of an app', () => {
    const found = chartFindings(
      (chart) => new ApiObject(chart, 'Orders', { ...v1, kind: 'Database', spec: { replicas: 1 }, specs: {} }),
      (chart) => chart.node.root,
    );
    assert.deepEqual(found.length, 1);
    assert.match(found[0] ?? '', /shop\/Orders, Database production\/.*: specs: unknown field, did you mean spec\?$/);
  });

  it('validateResources reports objects of custom resource classes once', () => {
    const found = chartFindings((chart) => {
      new Database(chart, 'Orders', { metadata: { name: 'orders' }, spec: { replicas: 9 } });
    });
    assert.deepEqual(found, ['[shop/Orders] spec.replicas: must be at most 5, and is 9']);
  });

  it('validateResources reports the later of two objects of one name, also of another version', () => {
    const metadata = { name: 'orders' };
    const found = chartFindings((chart) => {
      new Database(chart, 'One', { metadata, spec: { replicas: 1 } });
      new Database(chart, 'Elsewhere', { metadata: { ...metadata, namespace: 'test' }, spec: { replicas: 1 } });
      new Box(chart, 'Box', { metadata });
      new ApiObject(chart, 'Two', { apiVersion: 'example.com/v2', kind: 'Database', metadata });
    });
    assert.deepEqual(found, [
      '[shop] shop/Two, Database production/orders: shop/One has this name, too: give one of the two another name',
    ]);
  });

  it('validateResources knows that cluster-scoped objects have no namespace', () => {
    const found = chartFindings((chart) => {
      new Ring(chart, 'One', { metadata: { name: 'main' }, spec: {} });
      new ApiObject(chart, 'Two', { ...v1, kind: 'Ring', metadata: { name: 'main' }, spec: {} });
    });
    assert.deepEqual(found, [
      '[shop] shop/Two, Ring main: metadata.namespace: is set, and Ring is cluster-scoped: leave it out',
      '[shop] shop/Two, Ring main: shop/One has this name, too: give one of the two another name',
    ]);
  });

  it('validateResources ignores kinds without a class', () => {
    const found = chartFindings((chart) => {
      new k8s.KubeConfigMap(chart, 'One', { metadata: { name: 'one' } });
      new k8s.KubeConfigMap(chart, 'Two', { metadata: { name: 'one' } });
      new ApiObject(chart, 'Three', { apiVersion: 'example.org/v1', kind: 'Database' });
    });
    assert.deepEqual(found, []);
  });

  it('validateResources refuses a class without a schema', () => {
    const definition = { ...Box.definition, kind: 'Crate' };
    const crate = { GVK: { ...v1, kind: 'Crate' }, definition, prototype: ApiObject.prototype };
    assert.throws(() => validateResources(new App(), [crate]), {
      name: 'TypeError',
      message:
        "the class of Crate (example.com/v1) can't validate: name one that CustomResource or `operand import` has made",
    });
  });
});
