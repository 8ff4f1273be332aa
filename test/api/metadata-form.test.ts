import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { metadataFormFindings } from '../../lib/api/metadata-form.ts';

const pathsOf = (metadata: unknown) => metadataFormFindings(metadata).map(({ path }) => path);

describe('the form of metadata', () => {
  const fit: readonly object[] = [
    {},
    { name: 'a' },
    { name: '2024-shop.example', namespace: 'shop-2' },
    { generateName: 'worker-' },
    { labels: { 'app.kubernetes.io/name': 'A_b.c-d', 'Team-1': '' } },
    { annotations: { 'Example.com/Any_key': 'any text,\neven lines' } },
    { finalizers: ['example.com/cleanup', 'foregroundDeletion'] },
    { name: 1, namespace: false, labels: 'a', annotations: [], finalizers: {} },
  ];
  for (const metadata of fit) {
    it(`is that of API servers in ${JSON.stringify(metadata)}`, () => {
      assert.deepEqual(pathsOf(metadata), []);
    });
  }

  const unfit: readonly (readonly [metadata: object, path: string])[] = [
    [{ name: '' }, 'metadata.name'],
    [{ name: 'Orders_X' }, 'metadata.name'],
    [{ name: 'a-' }, 'metadata.name'],
    [{ name: 'a'.repeat(254) }, 'metadata.name'],
    [{ generateName: 'Worker-' }, 'metadata.generateName'],
    [{ namespace: 'a.b' }, 'metadata.namespace'],
    [{ labels: { 'a b': 'c' } }, 'metadata.labels["a b"]'],
    [{ labels: { 'Example.com/a': 'c' } }, 'metadata.labels["Example.com/a"]'],
    [{ labels: { a: 'b'.repeat(64) } }, 'metadata.labels.a'],
    [{ annotations: { 'a/b/c': '' } }, 'metadata.annotations["a/b/c"]'],
    [{ annotations: { a: 'b'.repeat(256 * 1024) } }, 'metadata.annotations'],
    [{ finalizers: ['example.com/a', 'b c'] }, 'metadata.finalizers[1]'],
  ];
  for (const [metadata, path] of unfit) {
    it(`is refused in ${JSON.stringify(metadata).slice(0, 60)}`, () => {
      assert.deepEqual(pathsOf(metadata), [path]);
    });
  }
});
