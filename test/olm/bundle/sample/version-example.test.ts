import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { z } from 'zod';
import { CustomResource } from '../../../../lib/api/index.ts';
import { Controller, Operator } from '../../../../lib/constructs/index.ts';
import { versionExamples } from '../../../../lib/olm/bundle/sample/version-example.ts';

const cache = { group: 'example.com', kind: 'Cache' };

class CacheV1 extends CustomResource({ ...cache, version: 'v1', spec: z.object({ count: z.int32() }) }) {}

class CacheV0 extends CustomResource({ ...cache, version: 'v0', served: false, spec: z.object({}) }) {}

class Cache extends CustomResource({
  ...cache,
  version: 'v2',
  spec: z.object({ size: z.int32() }),
  versions: [
    {
      of: CacheV1,
      up: ({ spec: { count }, status }) => ({ spec: { size: count }, status }),
      down: ({ spec: { size }, status }) => ({ spec: { count: size }, status }),
    },
    { of: CacheV0, up: ({ status }) => ({ spec: { size: 1 }, status }), down: ({ status }) => ({ spec: {}, status }) },
  ],
}) {}

function examples(...samples: Parameters<typeof versionExamples>[0]) {
  const operator = new Operator(new App(), 'cache-operator', { version: '1.0.0', image: 'example.com/cache:1' });
  new Controller(operator, 'Controller', { for: Cache, render: () => undefined });
  return versionExamples(samples, operator);
}

const sample = { apiVersion: 'example.com/v2', kind: 'Cache', metadata: { name: 'small' }, spec: { size: 3 } };

describe('the examples of versions', () => {
  it('the first sample becomes an example in each other served version, without kept content', () => {
    assert.deepEqual(examples(sample), [
      { apiVersion: 'example.com/v1', kind: 'Cache', metadata: { name: 'small-v1' }, spec: { count: 3 } },
    ]);
  });

  it('a version gets no further example if it has a sample, or if there is no sample of its kind', () => {
    const own = { apiVersion: 'example.com/v1', kind: 'Cache', metadata: { name: 'old' }, spec: { count: 1 } };
    assert.deepEqual(examples(sample, own), []);
    assert.deepEqual(examples(), []);
  });
});
