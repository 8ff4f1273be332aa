import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App, Chart, Lazy } from 'cdk8s';
import { z } from 'zod';
import { CustomResource } from '../../lib/index.ts';
import { InvalidValueError } from '../../lib/schema/index.ts';

class Cache extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Cache',
  spec: z.object({
    size: z.int32().max(5).default(1),
    note: z.string().nullable().optional(),
    tags: z.array(z.string()).optional(),
    more: z.unknown().optional(),
  }),
}) {}

function findings(spec: ConstructorParameters<typeof Cache>[2]['spec']): string[] {
  const chart = new Chart(new App(), 'caches');
  return new Cache(chart, 'Cache', { metadata: { name: 'one' }, spec }).node.validate();
}

describe('a custom resource in a chart', () => {
  it('is written as its author wrote it: defaults are the API server’s', () => {
    const chart = new Chart(new App(), 'caches', { namespace: 'web' });
    new Cache(chart, 'Cache', { metadata: { name: 'one' }, spec: { tags: ['a'] } });
    assert.deepEqual(chart.toJson(), [
      {
        apiVersion: 'example.com/v1',
        kind: 'Cache',
        metadata: { name: 'one', namespace: 'web' },
        spec: { tags: ['a'] },
      },
    ]);
  });

  it('is refused with the path of the construct and of the field', () => {
    const chart = new Chart(new App(), 'caches');
    new Cache(chart, 'Large', { spec: { size: 6 } });
    assert.throws(() => chart.toJson(), /\[caches\/Large] spec\.size: too big: expected number to be <=5/);
  });

  it('is checked with what Lazy values come to', () => {
    assert.deepEqual(findings({ size: Lazy.any({ produce: () => 2 }) }), []);
    assert.deepEqual(findings({ size: Lazy.any({ produce: () => 6 }) }), [
      'spec.size: too big: expected number to be <=5',
    ]);
  });

  it('has no null, which cdk8s would leave out without a word', () => {
    assert.deepEqual(findings({ note: null, more: { list: [1, null] } }), [
      'spec.note: null is not written into manifests: leave the field out',
      'spec.more.list[1]: null is not written into manifests: leave the field out',
    ]);
  });

  it('has nothing that can’t be written', () => {
    const [finding, ...others] = findings({ more: new Date(0) });
    assert.match(finding ?? '', /caches\/Cache.+can't render non-simple object of type 'Date'/);
    assert.deepEqual(others, []);
  });
});

describe('the spec of a custom resource class', () => {
  it('is what children see of what an author writes', () => {
    assert.deepEqual(Cache.spec({ tags: ['a'] }), { size: 1, tags: ['a'] });
  });

  it('is refused with every wrong field', () => {
    assert.throws(
      () => Cache.spec({ size: 6, note: null, tags: [''], more: 1, ...{ sise: 2 } }),
      (error) => {
        assert.ok(InvalidValueError.is(error));
        assert.deepEqual(
          error.findings.map(({ path }) => path),
          ['spec.sise', 'spec.size'],
        );
        return true;
      },
    );
  });
});
