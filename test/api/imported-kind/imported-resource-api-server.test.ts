// Applies objects of imported kinds to an API server.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App, Chart } from 'cdk8s';
import { ImportedResource, type ImportedResourceProps } from '../../../lib/api/index.ts';
import { kubectl } from '../../kubectl.ts';
import { sharedControlPlane } from '../../shared-control-plane.ts';
import { untilEstablished } from '../../until-established.ts';

const specSchema = `{ "type": "object", "required": ["note"], "properties": {
  "note": { "type": "string", "nullable": true },
  "burst": { "type": "integer", "nullable": true, "default": 5 },
  "limit": { "type": "integer", "format": "int64", "default": 9223372036854775807 },
  "hints": { "type": "object", "additionalProperties": { "type": "string", "nullable": true } }
} }`;
const schema = `{ "type": "object", "properties": { "spec": ${specSchema} } }`;

/** Text, since no number of JavaScript is the highest of int64. */
const definition = `{ "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
  "metadata": { "name": "boxes.example.com" },
  "spec": { "group": "example.com", "scope": "Namespaced", "names": { "kind": "Box", "plural": "boxes" },
    "versions": [{ "name": "v1", "served": true, "storage": true, "schema": { "openAPIV3Schema": ${schema} } }] } }`;

interface BoxProps extends ImportedResourceProps {
  readonly spec: {
    readonly note: string | null;
    readonly burst?: number | null;
    readonly limit?: number;
    readonly hints?: Readonly<Record<string, string | null>>;
  };
}

class Box extends ImportedResource<BoxProps>({
  group: 'example.com',
  version: 'v1',
  kind: 'Box',
  plural: 'boxes',
  scope: 'Namespaced',
  schema,
}) {}

describe('an object of an imported kind that is applied', { timeout: 300_000 }, () => {
  it('an applied object of an imported kind keeps nulls and keys, and gets defaults of the API server', async () => {
    const controlPlane = await sharedControlPlane();
    await kubectl(controlPlane, ['create', '-f', '-'], definition);
    await untilEstablished(controlPlane);
    const app = new App();
    const spec = { note: null, burst: null, hints: { a: null, constructor: 'b' } };
    new Box(new Chart(app, 'store', { namespace: 'default' }), 'Box', { metadata: { name: 'box' }, spec });
    await kubectl(controlPlane, ['apply', '--server-side', '--validate=strict', '-f', '-'], app.synthYaml());
    const text = await kubectl(controlPlane, ['get', 'box', 'box', '-n', 'default', '-o', 'json']);
    const stored: { readonly spec: object } = JSON.parse(text);
    assert.deepEqual(stored.spec, { ...spec, limit: Number('9223372036854775807') });
    assert.match(text, /"limit": 9223372036854775807/);
  });
});
