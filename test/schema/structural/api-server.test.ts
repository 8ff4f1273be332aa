// Compares the findings for schemas and values with those of a real API server.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { definitionKind, type Kind, type KubernetesObject } from '../../../lib/api/index.ts';
import { ApiError, type Client, HttpClient, loadCredentials } from '../../../lib/client/index.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { schemaFindings, type ValueFinding, valueFindings } from '../../../lib/schema/structural/index.ts';
import type { ControlPlane } from '../../../lib/testing/index.ts';
import { sharedControlPlane } from '../../shared-control-plane.ts';
import { untilEstablished } from '../../until-established.ts';
import { fitMetadata, unfitMetadata } from './metadata/metadata-sample.ts';
import { schemaSamples } from './schema-sample.ts';
import { formatSamples, valueSamples } from './value-sample.ts';

const group = 'structural.example.com';

describe('schemas and values from other sources', { timeout: 600_000 }, () => {
  let controlPlane: ControlPlane;
  let client: Client;

  before(async () => {
    controlPlane = await sharedControlPlane();
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig: controlPlane.kubeconfig });
    client = new HttpClient(credentials, { clock: systemClock });
  });

  after(() => client.close());

  it('a schema is refused exactly if an API server refuses it', async () => {
    const differences: unknown[] = [];
    for (const { title, schema, hasStatusSubresource = false } of schemaSamples) {
      const response = await refusal(() =>
        client.create(definitionKind, definition(0, schema, hasStatusSubresource), { dryRun: true }),
      );
      const found = schemaFindings(schema, { hasStatusSubresource }).filter(({ effect }) => effect === 'refused');
      const fields = response?.fields.map(schemaPath);
      const isSamePlace =
        fields === undefined ||
        fields.length === 0 ||
        found.every(({ path }) => fields.some((field) => isNear(path, field)));
      if (found.length > 0 === (response !== undefined) && isSamePlace) continue;
      differences.push({ title, here: found.map(({ path }) => path), there: response });
    }
    assert.deepEqual(differences, []);
  });

  it('a value is refused exactly if an API server refuses it', async () => {
    const differences: unknown[] = [];
    const formats = Object.entries(formatSamples).map(([format, { good, bad }]) => {
      return { schema: { type: 'string', format }, specs: [...good, ...bad].map((text) => [text] as const) };
    });
    const samples = [...valueSamples, ...formats];
    const properties = Object.fromEntries(samples.map(({ schema }, index) => [`s${index}`, schema]));
    const whole = { type: 'object', properties: { spec: { type: 'object', properties } } };
    const kind = await installed(whole, 1);
    for (const [index, { specs }] of samples.entries()) {
      for (const [value] of specs) {
        const metadata = { name: 'a', namespace: 'default' };
        const object = { apiVersion: `${group}/v1`, kind: kind.kind, metadata, spec: { [`s${index}`]: value } };
        const response = await refusal(() => client.create(kind, object, { dryRun: true }));
        const found = valueFindings(whole, JSON.parse(JSON.stringify(object)));
        const isSamePlace = namesSamePlaces(found, response);
        if (found.length > 0 === (response !== undefined) && isSamePlace) continue;
        differences.push({ value, here: found, there: response });
      }
    }
    assert.deepEqual(differences, []);
  });

  it('metadata is refused exactly if an API server refuses it', async () => {
    const differences: unknown[] = [];
    const schema = { type: 'object' };
    const kind = await installed(schema, 2);
    // Objects of other namespaces are refused for those.
    const samples = [...fitMetadata, ...unfitMetadata.map(([unfit]) => unfit)].filter((each) => !('namespace' in each));
    for (const sample of samples) {
      const metadata = { ...(!('generateName' in sample) && { name: 'a' }), namespace: 'default', ...sample };
      const text = JSON.stringify({ apiVersion: `${group}/v1`, kind: kind.kind, metadata });
      const response = await refusal(() => client.create(kind, JSON.parse(text), { dryRun: true }));
      const found = valueFindings(schema, JSON.parse(text));
      const isSamePlace = namesSamePlaces(found, response);
      if (found.length > 0 === (response !== undefined) && isSamePlace) continue;
      differences.push({ metadata, here: found, there: response });
    }
    assert.deepEqual(differences, []);
  });

  async function installed(schema: object, index: number): Promise<Kind> {
    await client.create(definitionKind, definition(index, schema, false));
    await untilEstablished(controlPlane);
    return { group, version: 'v1', kind: `Sample${index}`, plural: `sample${index}s`, scope: 'Namespaced' };
  }
});

interface WriteResult {
  readonly fields: readonly string[];
  readonly message: string;
}

async function refusal(request: () => Promise<unknown>): Promise<WriteResult | undefined> {
  try {
    await request();
    return undefined;
  } catch (error) {
    if (!ApiError.is(error)) throw error;
    return {
      fields: error.causes.map(({ field = '' }) => (field === '<nil>' ? '' : field)),
      message: error.serverMessage,
    };
  }
}

/** The path of a field in a definition, from its schema. */
function schemaPath(field: string): string {
  return field.replace(/^spec\.validation\.?(openAPIV3Schema\.?)?/, '').replace(/\[([^\d\]][^\]]*)\]/g, '.$1');
}

/** True if the API server names the same places, or none: for values that it can't decode it names none. */
function namesSamePlaces(found: readonly ValueFinding[], response: WriteResult | undefined): boolean {
  const fields = response?.fields ?? [];
  return (
    fields.length === 0 ||
    found.every(({ path }) => fields.some((field) => isNear(path.replace(/(ownerReferences)\[\d+\]/, '$1'), field)))
  );
}

/** True if two paths are equal, or one contains the other: a missing field may be reported at its object. */
function isNear(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

function definition(index: number, schema: object, hasStatusSubresource: boolean): KubernetesObject {
  const kind = `Sample${index}`;
  const subresources = hasStatusSubresource && { subresources: { status: {} } };
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, ...subresources };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `sample${index}s.${group}` },
    spec: { group, scope: 'Namespaced', names: { kind, plural: `sample${index}s` }, versions: [version] },
  };
}
