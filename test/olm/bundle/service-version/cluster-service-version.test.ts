import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type ClusterServiceVersionParts,
  clusterServiceVersion,
  releaseNameFindings,
} from '../../../../lib/olm/bundle/service-version/cluster-service-version.ts';
import type { BundleProps } from '../../../../lib/olm/index.ts';
import { bundle } from '../cache-operator.ts';

function release(words: Partial<BundleProps> = {}, parts: Partial<ClusterServiceVersionParts> = {}) {
  return clusterServiceVersion({
    name: 'cache-operator',
    version: '1.2.3',
    props: { ...bundle, ...words },
    icon: undefined,
    installModes: [{ type: 'AllNamespaces', supported: true }],
    minKubeVersion: '1.30.0',
    annotations: { a: 'b' },
    owned: [],
    required: [],
    nativeKinds: [],
    deployments: [],
    permissions: [],
    clusterPermissions: [],
    relatedImages: [],
    webhooks: [],
    ...parts,
  });
}

describe('a ClusterServiceVersion', () => {
  it('is named after operator and version', () => {
    const { metadata, spec } = release();
    assert.equal(metadata.name, 'cache-operator.v1.2.3');
    assert.equal(spec.version, '1.2.3');
    assert.equal(metadata.namespace, undefined);
  });

  it('has defaults for all but the author’s own texts', () => {
    const { spec } = release();
    assert.deepEqual(spec, {
      ...bundle,
      version: '1.2.3',
      maturity: 'alpha',
      minKubeVersion: '1.30.0',
      links: [],
      keywords: [],
      installModes: spec.installModes,
      install: { strategy: 'deployment', spec: { deployments: [] } },
      customresourcedefinitions: { owned: [] },
      relatedImages: [],
    });
  });

  it('names the releases that it replaces', () => {
    const { replaces, skips } = release({ replaces: '1.2.2', skips: ['1.2.1', '1.2.0'] }).spec;
    assert.equal(replaces, 'cache-operator.v1.2.2');
    assert.deepEqual(skips, ['cache-operator.v1.2.1', 'cache-operator.v1.2.0']);
  });

  it('states if resources are deleted with the operator', () => {
    assert.deepEqual(release({ deletesResources: true }).spec.cleanup, { enabled: true });
    assert.equal('cleanup' in release({ deletesResources: false }).spec, false);
  });

  it('names third-party kinds', () => {
    const gvk = { group: 'example.com', version: 'v1', kind: 'Issuer' };
    const required = {
      name: 'issuers.example.com',
      version: 'v1',
      kind: 'Issuer',
      displayName: 'Issuer',
      description: 'Signs.',
    };
    const { spec } = release({}, { nativeKinds: [gvk], required: [required] });
    assert.deepEqual(spec.nativeAPIs, [gvk]);
    assert.deepEqual(spec.customresourcedefinitions.required, [required]);
  });

  it('names the platforms of its images', () => {
    const supported = 'supported';
    assert.deepEqual(release().metadata.labels, {
      'operatorframework.io/arch.amd64': supported,
      'operatorframework.io/os.linux': supported,
    });
    assert.deepEqual(Object.keys(release({ architectures: ['arm64', 's390x'] }).metadata.labels ?? {}), [
      'operatorframework.io/arch.arm64',
      'operatorframework.io/arch.s390x',
      'operatorframework.io/os.linux',
    ]);
  });

  it('has an icon if there is one', () => {
    assert.equal('icon' in release().spec, false);
    assert.deepEqual(release({}, { icon: { base64: 'aGk=', mediaType: 'image/svg+xml' } }).spec.icon, [
      { base64data: 'aGk=', mediatype: 'image/svg+xml' },
    ]);
  });
});

describe('the name of a release', () => {
  it('may have 63 characters, and no more', () => {
    const version = `1.0.0-${'a'.repeat(63 - 'cache-operator.v1.0.0-'.length)}`;
    assert.deepEqual(releaseNameFindings('cache-operator', version), []);
    assert.match(
      releaseNameFindings('cache-operator', `${version}a`)[0]?.why ?? '',
      /63 characters at most, and has 64/,
    );
  });

  for (const version of ['1.0.0-rc.1', '1.0.0']) {
    it(`may end in ${version}`, () => {
      assert.deepEqual(releaseNameFindings('cache-operator', version), []);
    });
  }

  for (const version of ['1.0.0+build', '1.0.0-RC.1', '1.0.0-a-']) {
    it(`may not end in ${version}`, () => {
      assert.match(releaseNameFindings('cache-operator', version)[0]?.why ?? '', /lower-case letters, digits/);
    });
  }
});
