import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundleAnnotations } from '../../../../lib/olm/bundle/metadata/bundle-annotation.ts';
import { openshiftFindings } from '../../../../lib/olm/bundle/metadata/openshift-release.ts';
import type { BundleProps } from '../../../../lib/olm/index.ts';
import { bundle } from '../cache-operator.ts';

describe('the annotations of a bundle', () => {
  it('bundle annotations name format, directories, package and channels, and the first channel as the default', () => {
    const channels = ['stable', 'candidate'] as const;
    assert.deepEqual(bundleAnnotations('cache-operator', { ...bundle, channels }, '1.30.0'), {
      'operators.operatorframework.io.bundle.mediatype.v1': 'registry+v1',
      'operators.operatorframework.io.bundle.manifests.v1': 'manifests/',
      'operators.operatorframework.io.bundle.metadata.v1': 'metadata/',
      'operators.operatorframework.io.bundle.package.v1': 'cache-operator',
      'operators.operatorframework.io.bundle.channels.v1': 'stable,candidate',
      'operators.operatorframework.io.bundle.channel.default.v1': 'stable',
      'com.redhat.openshift.versions': 'v4.17',
    });
  });

  it('bundle annotations name the channel alpha by default', () => {
    const annotations = bundleAnnotations('cache-operator', bundle, '1.30.0');
    assert.equal(annotations['operators.operatorframework.io.bundle.channels.v1'], 'alpha');
  });

  it('bundle annotations name the scorecard tests if there are any', () => {
    const scorecard = { image: 'example.com/scorecard-test:v1' };
    const annotations = bundleAnnotations('cache-operator', { ...bundle, scorecard }, '1.30.0');
    assert.equal(annotations['operators.operatorframework.io.test.mediatype.v1'], 'scorecard+v1');
    assert.equal(annotations['operators.operatorframework.io.test.config.v1'], 'tests/scorecard/');
  });

  it('bundle annotations name OpenShift releases with the oldest Kubernetes, or those that the author names', () => {
    const versions = (openshift: BundleProps['openshift'], minKubeVersion: string) =>
      bundleAnnotations('cache-operator', { ...bundle, ...(openshift && { openshift }) }, minKubeVersion)[
        'com.redhat.openshift.versions'
      ];
    assert.equal(versions(undefined, '1.30.0'), 'v4.17');
    assert.equal(versions({}, '1.30.0'), 'v4.17');
    assert.equal(versions({}, '1.26.4'), 'v4.13');
    assert.equal(versions({ versions: 'v4.18-v4.20' }, '1.30.0'), 'v4.18-v4.20');
  });

  it('a last OpenShift release that precedes the first one is refused', () => {
    const whys = (maxVersion: `4.${number}`) =>
      openshiftFindings({ ...bundle, openshift: { maxVersion } }, '1.30.0').map(({ why }) => why);
    assert.deepEqual(whys('4.16'), ['the operator needs Kubernetes 1.30.0, which OpenShift has since 4.17']);
    assert.deepEqual(whys('4.17'), []);
    assert.deepEqual(openshiftFindings(bundle, '1.30.0'), []);
  });
});
