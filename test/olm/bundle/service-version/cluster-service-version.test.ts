import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { Controller, Operator } from '../../../../lib/index.ts';
import { serviceVersionNameFindings } from '../../../../lib/olm/bundle/service-version/cluster-service-version.ts';
import { type BundleProps, bundle } from '../../../../lib/olm/index.ts';
import { Cache, CacheOperator, issuer, bundle as minimum } from '../cache-operator.ts';

function release(words: Partial<BundleProps> = {}) {
  return bundle(new CacheOperator({ bundle: { ...minimum, ...words } })).clusterServiceVersion;
}

describe('a ClusterServiceVersion', () => {
  it('a ClusterServiceVersion is named after operator and version', () => {
    const { metadata, spec } = release();
    assert.equal(metadata.name, 'cache-operator.v1.2.3');
    assert.equal(spec.version, '1.2.3');
    assert.equal(metadata.namespace, undefined);
  });

  it('a ClusterServiceVersion has defaults for all but the author’s own texts', () => {
    const { spec } = release();
    const { installModes, install, customresourcedefinitions, relatedImages, ...others } = spec;
    assert.deepEqual(others, {
      ...minimum,
      version: '1.2.3',
      maturity: 'alpha',
      minKubeVersion: '1.30.0',
      links: [],
      keywords: [],
    });
    assert.deepEqual(Object.keys(customresourcedefinitions), ['owned']);
  });

  it('a ClusterServiceVersion names the releases that it replaces and skips', () => {
    const { replaces, skips } = release({ replaces: '1.2.2', skips: ['1.2.1', '1.2.0'] }).spec;
    assert.equal(replaces, 'cache-operator.v1.2.2');
    assert.deepEqual(skips, ['cache-operator.v1.2.1', 'cache-operator.v1.2.0']);
  });

  it('a ClusterServiceVersion enables cleanup if resources are deleted with the operator', () => {
    assert.deepEqual(release({ deletesResources: true }).spec.cleanup, { enabled: true });
    assert.equal('cleanup' in release({ deletesResources: false }).spec, false);
  });

  it('a ClusterServiceVersion names required kinds, and other third-party kinds as native APIs', () => {
    const { spec } = release({ requires: [{ kind: issuer, description: 'Signs.' }] });
    assert.deepEqual(
      spec.customresourcedefinitions.required?.map(({ name }) => name),
      ['issuers.certs.example.com'],
    );
    const props = { version: '1.2.3', image: 'example.com/cache-operator:1.2.3', bundle: minimum };
    const operator = new Operator(new App(), 'cache-operator', props);
    new Controller(operator, 'Controller', { for: Cache, owns: [issuer], render: () => undefined });
    assert.deepEqual(bundle(operator).clusterServiceVersion.spec.nativeAPIs, [
      { group: 'certs.example.com', version: 'v1', kind: 'Issuer' },
    ]);
  });

  it('a ClusterServiceVersion names the platforms of its images', () => {
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

  it('a ClusterServiceVersion has an icon if there is one', () => {
    assert.equal('icon' in release().spec, false);
    const base64 = Buffer.from('<svg/>').toString('base64');
    assert.deepEqual(release({ icon: { base64, mediaType: 'image/svg+xml' } }).spec.icon, [
      { base64data: base64, mediatype: 'image/svg+xml' },
    ]);
  });
});

describe('the name of a release', () => {
  it('the name of a release has at most 63 characters', () => {
    const version = `1.0.0-${'a'.repeat(63 - 'cache-operator.v1.0.0-'.length)}`;
    assert.deepEqual(serviceVersionNameFindings('cache-operator', version), []);
    assert.match(
      serviceVersionNameFindings('cache-operator', `${version}a`)[0]?.why ?? '',
      /63 characters at most, and has 64/,
    );
  });

  for (const version of ['1.0.0-rc.1', '1.0.0']) {
    it(`the name of a release may end in ${version}`, () => {
      assert.deepEqual(serviceVersionNameFindings('cache-operator', version), []);
    });
  }

  for (const version of ['1.0.0+build', '1.0.0-RC.1', '1.0.0-a-']) {
    it(`the name of a release can’t end in ${version}`, () => {
      assert.match(serviceVersionNameFindings('cache-operator', version)[0]?.why ?? '', /lower-case letters, digits/);
    });
  }
});
