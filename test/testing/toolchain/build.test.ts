import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildState } from '../../../lib/testing/toolchain/build.ts';

describe('buildState', () => {
  it('the state of a build counts the modules while they are downloaded', () => {
    assert.equal(
      buildState('go: downloading k8s.io/api v0.36.3\ngo: downloading sigs.k8s.io/yaml v1.6.0\n'),
      '2 modules downloaded',
    );
  });

  it('the state of a build counts the packages once Go compiles', () => {
    assert.equal(
      buildState('go: downloading k8s.io/api v0.36.3\nk8s.io/api/core/v1\nsigs.k8s.io/yaml\nk8s.io/ku'),
      '2 packages compiled',
    );
  });

  it('the state of a build without output is “starting”', () => {
    assert.equal(buildState(''), 'starting');
  });
});
