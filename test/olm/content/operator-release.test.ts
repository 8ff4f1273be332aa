import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  BundleContent,
  newestReleases,
  type OperatorRelease,
  operatorName,
  operatorRelease,
  predecessor,
  releasesInOrder,
} from '../../../lib/olm/content/index.ts';

function bundleOf(version: object, annotations: object = {}): BundleContent {
  const files = {
    'manifests/version.yaml': {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'ClusterServiceVersion',
      ...version,
    },
    'metadata/annotations.yaml': { annotations },
  };
  const entries = Object.entries(files).map(([path, file]) => [path, Buffer.from(JSON.stringify(file))] as const);
  return new BundleContent(new Map(entries));
}

const prefix = 'operators.operatorframework.io.bundle';
const numbered = (version: string, name = 'cache-operator') =>
  operatorRelease(bundleOf({ metadata: { name: `${name}.v${version}` }, spec: { version } }));
const versions = (releases: readonly OperatorRelease[]) => releases.map(({ version }) => version);

describe('a release', () => {
  it('a release has the package, name and version of its bundle', () => {
    const { content: _, ...said } = operatorRelease(
      bundleOf(
        { metadata: { name: 'cache-operator.v0.2.0' }, spec: { version: '0.2.0' } },
        { [`${prefix}.package.v1`]: 'cache', [`${prefix}.channels.v1`]: 'alpha, beta' },
      ),
    );
    assert.deepEqual(said, {
      name: 'cache-operator.v0.2.0',
      version: '0.2.0',
      packageName: 'cache',
      channels: ['alpha', 'beta'],
    });
  });

  it('a release has a packaging release if its version has several', () => {
    const annotations = { 'olm.substitutesFor': 'cache-operator.v0.2.0' };
    const { version, packaging } = operatorRelease(
      bundleOf({ metadata: { annotations }, spec: { version: '0.2.0+1' } }),
    );
    assert.deepEqual({ version, packaging }, { version: '0.2.0', packaging: '1' });
    assert.equal(operatorRelease(bundleOf({ spec: { version: '0.2.0', release: 3 } })).packaging, '3');
    assert.equal(operatorRelease(bundleOf({ spec: { version: '0.2.0+1' } })).version, '0.2.0+1');
  });

  it('a release belongs to the operator of its package, or of its name’s prefix', () => {
    assert.equal(operatorName(numbered('0.1.0')), 'cache-operator');
    assert.equal(operatorName(operatorRelease(bundleOf({}, { [`${prefix}.package.v1`]: 'cache' }))), 'cache');
  });

  it('a release follows those of lower versions, and one without a version precedes all', () => {
    const [one, two, ten, none] = ['0.1.0', '0.2.0', '0.10.0', 'latest'].map((version) => numbered(version));
    assert.deepEqual(versions(releasesInOrder([ten, none, two, one].filter((each) => each !== undefined))), [
      'latest',
      '0.1.0',
      '0.2.0',
      '0.10.0',
    ]);
  });
});

describe('the predecessor of a release', () => {
  const earlier = ['1.3.0', '1.2.4', '1.2.3'].map((version) => numbered(version));

  it('the predecessor of a release is the one of its version, or else the highest below', () => {
    const found = ['1.4.0', '1.3.0', '1.2.5', '1.0.0'].map((version) => predecessor(numbered(version), earlier));
    assert.deepEqual(
      found.map((each) => each?.version),
      ['1.3.0', '1.3.0', '1.2.4', '1.3.0'],
    );
    assert.equal(predecessor(numbered('1.4.0'), []), undefined);
  });

  it('the predecessor of a release is the one that it replaces, unless its own version is published', () => {
    const spec = { version: '1.4.0', replaces: 'cache-operator.v1.2.3' };
    const replacing = operatorRelease(bundleOf({ metadata: { name: 'cache-operator.v1.4.0' }, spec }));
    assert.equal(predecessor(replacing, earlier)?.version, '1.2.3');
    assert.equal(predecessor(replacing, [...earlier, numbered('1.4.0')])?.version, '1.4.0');
  });
});

describe('the newest releases', () => {
  it('the newest releases are one for each operator', () => {
    const all = [numbered('0.10.0'), numbered('0.9.0'), numbered('0.1.0', 'box-operator')];
    assert.deepEqual(
      [...newestReleases(all)].map(([operator, { version }]) => `${operator} ${version}`),
      ['box-operator 0.1.0', 'cache-operator 0.10.0'],
    );
  });
});
