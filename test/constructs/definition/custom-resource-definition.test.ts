import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App, Chart } from 'cdk8s';
import { z } from 'zod';
import { compareVersions } from '../../../lib/constructs/definition/definition-version.ts';
import { CustomResourceDefinition } from '../../../lib/constructs/index.ts';
import { CustomResource, type CustomResourceClass } from '../../../lib/index.ts';

const client = { service: { name: 'webhook', namespace: 'operators', path: '/convert', port: 443 } };
const names = { group: 'example.com', kind: 'Cache' } as const;
const spec = z.object({ size: z.int32().default(1) });

function version(version: string, words: object = {}) {
  const of = CustomResource({ ...names, version, spec, ...words });
  return { of, up: () => ({ spec: {}, status: {} }), down: () => ({ spec: {}, status: {} }) };
}

function manifest({ definition }: CustomResourceClass, conversion: typeof client | undefined = client) {
  const chart = new Chart(new App(), 'chart');
  const props = { definition, ...(conversion && { conversion }) };
  return new CustomResourceDefinition(chart, 'Definition', props).toJson() as {
    spec: { versions: Record<string, unknown>[]; conversion?: unknown };
  };
}

describe('a definition', () => {
  it('a definition of one version has no conversion', () => {
    const { spec: made } = manifest(CustomResource({ ...names, version: 'v1', spec }));
    assert.equal(made.conversion, undefined);
    assert.equal(made.versions.length, 1);
  });

  it('a definition has the stored version first, and the others in the order that Kubernetes prefers', () => {
    const versions = [
      version('v1alpha1'),
      version('v2'),
      version('v1beta1', { served: false, deprecation: 'Use v1.' }),
    ];
    const { spec: made } = manifest(CustomResource({ ...names, version: 'v1', spec, versions }));
    assert.deepEqual(
      made.versions.map(({ name, served, storage, deprecated, deprecationWarning }) => [
        name,
        served,
        storage,
        deprecated,
        deprecationWarning,
      ]),
      [
        ['v1', true, true, undefined, undefined],
        ['v2', true, false, undefined, undefined],
        ['v1beta1', false, false, true, 'Use v1.'],
        ['v1alpha1', true, false, undefined, undefined],
      ],
    );
    assert.deepEqual(made.conversion, {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1', 'v1beta1'], clientConfig: client },
    });
  });

  it('each version of a definition has the properties of its class', () => {
    const older = version('v1beta1', {
      spec: z.object({ length: z.int32() }),
      printerColumns: [{ name: 'Length', jsonPath: '.spec.length' }],
    });
    const scale = { replicas: '.spec.size', observedReplicas: '.status.size' } as const;
    const status = z.object({ size: z.int32() });
    const { spec: made } = manifest(
      CustomResource({
        ...names,
        version: 'v1',
        spec,
        status,
        scale,
        selectableFields: ['.spec.size'],
        versions: [older],
      }),
    );
    const [stored, other] = made.versions;
    assert.deepEqual(stored?.subresources, {
      status: {},
      scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' },
    });
    assert.deepEqual(stored?.selectableFields, [{ jsonPath: '.spec.size' }]);
    assert.deepEqual(other?.subresources, { status: {} });
    assert.equal('selectableFields' in (other ?? {}), false);
    assert.deepEqual(other?.additionalPrinterColumns, [{ name: 'Length', type: 'integer', jsonPath: '.spec.length' }]);
    assert.notDeepEqual(stored?.schema, other?.schema);
  });

  it('a definition of several versions is refused without a conversion webhook', () => {
    const chart = new Chart(new App(), 'chart');
    const { definition } = CustomResource({ ...names, version: 'v1', spec, versions: [version('v1beta1')] });
    const made = new CustomResourceDefinition(chart, 'Definition', { definition });
    assert.deepEqual(made.node.validate(), [
      'there are several versions, and nothing converts between them: set `conversion`',
    ]);
  });
});

describe('versions of a kind', () => {
  it('the versions of a kind are ordered as Kubernetes orders them', () => {
    const ordered = [
      'v10',
      'v2',
      'v1',
      'v0',
      'v11beta2',
      'v10beta3',
      'v3beta1',
      'v12alpha1',
      'v11alpha2',
      'foo1',
      'foo10',
      'v1gamma1',
    ];
    assert.deepEqual([...ordered].sort(compareVersions), ordered);
    assert.deepEqual(ordered.toReversed().sort(compareVersions), ordered);
    assert.equal(compareVersions('v1', 'v1'), 0);
    assert.equal(compareVersions('foo', 'foo'), 0);
  });
});
