import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundleAnnotations } from '../../lib/olm/bundle-annotation.ts';
import { bundle } from './cache-operator.ts';

describe('what a bundle says of itself', () => {
  it('is its format, its directories, its package and its channels, the first of which is the default one', () => {
    const channels = ['stable', 'candidate'] as const;
    assert.deepEqual(bundleAnnotations('cache-operator', { ...bundle, channels }), {
      'operators.operatorframework.io.bundle.mediatype.v1': 'registry+v1',
      'operators.operatorframework.io.bundle.manifests.v1': 'manifests/',
      'operators.operatorframework.io.bundle.metadata.v1': 'metadata/',
      'operators.operatorframework.io.bundle.package.v1': 'cache-operator',
      'operators.operatorframework.io.bundle.channels.v1': 'stable,candidate',
      'operators.operatorframework.io.bundle.channel.default.v1': 'stable',
    });
  });

  it('puts a release of which nothing is said into the channel alpha', () => {
    const annotations = bundleAnnotations('cache-operator', bundle);
    assert.equal(annotations['operators.operatorframework.io.bundle.channels.v1'], 'alpha');
  });
});
