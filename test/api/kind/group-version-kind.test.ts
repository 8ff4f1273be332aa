import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { apiVersion, formatGroupKind, formatGroupVersionKind, groupVersionKind } from '../../../lib/api/index.ts';

const pod = { group: '', version: 'v1', kind: 'Pod' };
const deployment = { group: 'apps', version: 'v1', kind: 'Deployment' };

describe('a kind in a version', () => {
  it('a kind in a version has an apiVersion, and is found by it', () => {
    assert.equal(apiVersion(pod), 'v1');
    assert.equal(apiVersion(deployment), 'apps/v1');
    for (const kind of [pod, deployment]) {
      assert.deepEqual(groupVersionKind({ apiVersion: apiVersion(kind), kind: kind.kind }), kind);
    }
  });

  it('a kind is written with its version, or without if the version doesn’t matter', () => {
    assert.equal(formatGroupVersionKind(pod), 'Pod.v1');
    assert.equal(formatGroupVersionKind(deployment), 'Deployment.apps/v1');
    assert.equal(formatGroupKind(pod), 'Pod');
    assert.equal(formatGroupKind(deployment), 'Deployment.apps');
  });
});
