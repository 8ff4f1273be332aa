import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundleBlob } from '../../../../lib/olm/catalog/blob/bundle-blob.ts';
import { operatorRelease } from '../../../../lib/olm/content/operator-release.ts';
import { BundleContent } from '../../../../lib/olm/index.ts';
import { cacheRelease } from '../cache-release.ts';

/** A bundle of these manifests and metadata. */
function content(manifests: readonly object[], metadata: Readonly<Record<string, object>> = {}): BundleContent {
  const annotations = {
    'operators.operatorframework.io.bundle.package.v1': 'cache-operator',
    'operators.operatorframework.io.bundle.channels.v1': 'stable, fast',
  };
  const all = { annotations: { annotations }, ...metadata };
  const bytes = (value: object) => new TextEncoder().encode(JSON.stringify(value));
  return new BundleContent(
    new Map([
      ...manifests.map((manifest, index): [string, Uint8Array] => [`manifests/${index}.json`, bytes(manifest)]),
      ...Object.entries(all).map(([name, value]): [string, Uint8Array] => [`metadata/${name}.yaml`, bytes(value)]),
    ]),
  );
}

const serviceVersion = (spec: object = {}, metadata: object = {}) => ({
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'ClusterServiceVersion',
  metadata: { name: 'cache-operator.v1.2.0', ...metadata },
  spec: { version: '1.2.0', ...spec },
});

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'caches.example.com' },
  spec: {
    group: 'example.com',
    names: { kind: 'Cache', plural: 'caches' },
    versions: [{ name: 'v1' }, { name: 'v1beta1' }],
  },
};

const blob = (made: BundleContent, image: string | undefined = 'example.com/bundle:v1') =>
  bundleBlob(operatorRelease(made), image);

const propertiesOf = (made: BundleContent) =>
  blob(made)
    .properties.filter(({ type }) => type !== 'olm.csv.metadata')
    .map(({ type, value }) => [type, value]);

const metadataOf = (made: BundleContent) =>
  blob(made).properties.find(({ type }) => type === 'olm.csv.metadata')?.value;

describe('a bundle in a catalog', () => {
  it('a bundle in a catalog lists the provided and the required APIs, in the order of types and values', () => {
    const made = content(
      [
        definition,
        serviceVersion({
          customresourcedefinitions: { required: [{ name: 'issuers.cert-manager.io', version: 'v1', kind: 'Issuer' }] },
          apiservicedefinitions: {
            owned: [{ group: 'metrics.example.com', version: 'v1', kind: 'Hits' }],
            required: [{ group: 'logs.example.com', version: 'v1', kind: 'Line' }],
          },
        }),
      ],
      {
        dependencies: {
          dependencies: [
            { type: 'olm.package', value: { packageName: 'cert-manager', version: '>=1.0.0' } },
            { type: 'olm.gvk', value: { group: 'example.com', version: 'v1', kind: 'Zone' } },
            { type: 'olm.constraint', value: { failureMessage: 'no', cel: { rule: 'true' } } },
          ],
        },
        properties: { properties: [{ type: 'com.example.colour', value: { b: 1, a: 2 } }] },
      },
    );
    assert.deepEqual(propertiesOf(made), [
      ['com.example.colour', { a: 2, b: 1 }],
      ['olm.constraint', { cel: { rule: 'true' }, failureMessage: 'no' }],
      ['olm.gvk', { group: 'example.com', kind: 'Cache', version: 'v1' }],
      ['olm.gvk', { group: 'example.com', kind: 'Cache', version: 'v1beta1' }],
      ['olm.gvk', { group: 'metrics.example.com', kind: 'Hits', version: 'v1' }],
      ['olm.gvk.required', { group: 'cert-manager.io', kind: 'Issuer', version: 'v1' }],
      ['olm.gvk.required', { group: 'example.com', kind: 'Zone', version: 'v1' }],
      ['olm.gvk.required', { group: 'logs.example.com', kind: 'Line', version: 'v1' }],
      ['olm.package', { packageName: 'cache-operator', version: '1.2.0' }],
      ['olm.package.required', { packageName: 'cert-manager', versionRange: '>=1.0.0' }],
    ]);
  });

  it('a bundle in a catalog has the properties of the old annotation, each once', () => {
    const property = { type: 'olm.maxOpenShiftVersion', value: '4.18' };
    const annotations = { 'olm.properties': JSON.stringify([property]) };
    const made = content([serviceVersion({}, { annotations })], { properties: { properties: [property] } });
    assert.deepEqual(propertiesOf(made), [
      ['olm.maxOpenShiftVersion', '4.18'],
      ['olm.package', { packageName: 'cache-operator', version: '1.2.0' }],
    ]);
  });

  it('a bundle in a catalog has a packaging release, separate or in the form of older tools', () => {
    assert.deepEqual(propertiesOf(content([serviceVersion({ release: 2 })])), [
      ['olm.package', { packageName: 'cache-operator', version: '1.2.0', release: '2' }],
    ]);
    const annotations = { 'olm.substitutesFor': 'cache-operator.v1.2.0' };
    assert.deepEqual(propertiesOf(content([serviceVersion({ version: '1.2.0+2' }, { annotations })])), [
      ['olm.package', { packageName: 'cache-operator', version: '1.2.0', release: '2' }],
    ]);
    assert.deepEqual(propertiesOf(content([serviceVersion({ version: '1.2.0+2' })])), [
      ['olm.package', { packageName: 'cache-operator', version: '1.2.0+2' }],
    ]);
  });

  it('a bundle in a catalog names its related images, its own, and those of the manager, in order of addresses', () => {
    const pod = {
      containers: [{ image: 'b/manager:1' }, { image: 'a/cache:1' }],
      initContainers: [{ image: 'd/init:1' }],
    };
    const made = content([
      serviceVersion({
        relatedImages: [{ name: 'cache', image: 'a/cache:1' }],
        install: { strategy: 'deployment', spec: { deployments: [{ spec: { template: { spec: pod } } }] } },
      }),
    ]);
    assert.deepEqual(blob(made, 'c/bundle:1').relatedImages, [
      { name: 'cache', image: 'a/cache:1' },
      { name: '', image: 'b/manager:1' },
      { name: '', image: 'c/bundle:1' },
      { name: '', image: 'd/init:1' },
    ]);
  });

  it('a bundle in a catalog has the texts of its ClusterServiceVersion for consoles, without its deployments', () => {
    const made = content([
      serviceVersion(
        {
          displayName: 'Cache',
          icon: [{ base64data: 'aGk=', mediatype: 'image/png' }],
          install: { strategy: 'deployment' },
          installModes: [{ type: 'AllNamespaces', supported: true }, { type: 'OwnNamespace' }],
          links: [{ name: 'Source', url: 'https://example.com' }],
          nativeAPIs: [{ group: 'apps', version: 'v1', kind: 'Deployment' }],
          customresourcedefinitions: {
            owned: [
              {
                name: 'caches.example.com',
                version: 'v1',
                kind: 'Cache',
                resources: [{ kind: 'Pod', version: 'v1' }],
                specDescriptors: [{ path: 'size', 'x-descriptors': ['urn:a'], value: { b: 1, a: 2 }, unknown: 1 }],
              },
            ],
          },
          apiservicedefinitions: {
            owned: [{ name: 'hits', group: 'm.example.com', version: 'v1', kind: 'Hits', containerPort: 443 }],
          },
        },
        { labels: { b: '2', a: '1' }, annotations: {} },
      ),
    ]);
    assert.deepEqual(metadataOf(made), {
      apiServiceDefinitions: {
        owned: [{ name: 'hits', group: 'm.example.com', version: 'v1', kind: 'Hits', containerPort: 443 }],
      },
      crdDescriptions: {
        owned: [
          {
            name: 'caches.example.com',
            version: 'v1',
            kind: 'Cache',
            resources: [{ name: '', kind: 'Pod', version: 'v1' }],
            specDescriptors: [{ path: 'size', 'x-descriptors': ['urn:a'], value: { a: 2, b: 1 } }],
          },
        ],
      },
      displayName: 'Cache',
      installModes: [
        { type: 'AllNamespaces', supported: true },
        { type: 'OwnNamespace', supported: false },
      ],
      labels: { a: '1', b: '2' },
      links: [{ name: 'Source', url: 'https://example.com' }],
      nativeAPIs: [{ group: 'apps', version: 'v1', kind: 'Deployment' }],
      provider: {},
    });
  });

  it('a bundle in a catalog contains its manifests if it has no image', () => {
    const { image, properties } = bundleBlob(operatorRelease(content([definition, serviceVersion()])), undefined);
    const held = properties
      .filter(({ type }) => type === 'olm.bundle.object')
      .map(({ value }): unknown => JSON.parse(Buffer.from((value as { data: string }).data, 'base64').toString()));
    assert.equal(image, undefined);
    assert.deepEqual(
      new Set(held.map((each) => (each as { kind: string }).kind)),
      new Set(['ClusterServiceVersion', 'CustomResourceDefinition']),
    );
    assert.ok(held.some((each) => JSON.stringify(each).includes('caches.example.com')));
  });

  it('a bundle in a catalog contains manifests as JSON that is also YAML, with any characters', () => {
    const description = 'Keeps answers of web servers near to those who ask \u007f\u0085\u2028.';
    const { properties } = bundleBlob(operatorRelease(cacheRelease('1.2.0', { description })), undefined);
    const texts = properties
      .filter(({ type }) => type === 'olm.bundle.object')
      .map(({ value }) => Buffer.from(Object(value).data, 'base64').toString());
    assert.deepEqual(
      texts.filter((text) => /[\u007f-\u009f]/.test(text)),
      [],
    );
    const descriptions = texts.map((text) => JSON.parse(text).spec?.description);
    assert.ok(descriptions.includes(description));
  });
});
