import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StoredObject } from '../../../lib/api/index.ts';
import { LabelIndex } from '../../../lib/runtime/cache/label-index.ts';
import { storedObject } from '../stored-object.ts';

describe('LabelIndex', () => {
  it('LabelIndex reads all objects once for a set of label names', () => {
    let searches = 0;
    const objects = [storedObject('a', 1, { labels: { app: 'x' } }), storedObject('b', 2, { labels: { app: 'y' } })];
    const index = new LabelIndex(() => {
      searches++;
      return objects;
    });
    for (const app of ['x', 'y', 'z', 'x']) {
      const found = [...index.select({ app })].map(({ metadata }) => metadata.labels?.app);
      assert.deepEqual(found, app === 'z' ? [] : [app]);
    }
    assert.equal(searches, 1);
  });

  it('LabelIndex uses one index for the same labels in another order', () => {
    const object = storedObject('a', 1, { labels: { app: 'x', tier: 'db' } });
    const index = new LabelIndex(() => [object]);
    assert.deepEqual([...index.select({ app: 'x', tier: 'db' })], [object]);
    assert.deepEqual([...index.select({ tier: 'db', app: 'x' })], [object]);
    assert.deepEqual([...index.select({ tier: 'x', app: 'db' })], []);
  });

  it('LabelIndex finds all objects when each query has new label names', () => {
    const labels = Object.fromEntries(Array.from({ length: 100 }, (_, number) => [`name-${number}`, 'true']));
    const objects = new Set<StoredObject>([storedObject('a', 1, { labels })]);
    const index = new LabelIndex(() => objects);
    for (const name of Object.keys(labels)) assert.equal([...index.select({ [name]: 'true' })].length, 1);
    const added = storedObject('b', 2, { labels });
    objects.add(added);
    index.add(added);
    for (const name of Object.keys(labels)) assert.equal([...index.select({ [name]: 'true' })].length, 2);
  });
});
