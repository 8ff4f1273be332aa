import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Place } from '../../../lib/olm/content/index.ts';

const place = new Place('file.yaml', { a: { 'b.c/d': [{ e: 'x' }, 7] }, f: null });

describe('a place in a document', () => {
  it('is told by file and path', () => {
    const [item] = place.at('a', 'b.c/d').items;
    assert.equal(item?.file, 'file.yaml');
    assert.equal(item?.at('e').path, 'a["b.c/d"][0].e');
    assert.equal(item?.at('e').text, 'x');
  });

  it('is there also where nothing is, or where something else is in the way', () => {
    for (const [absent, path] of [
      [place.at('g', 'h'), 'g.h'],
      [place.at('a', 'b.c/d', 'e'), 'a["b.c/d"].e'],
      [place.at('f'), 'f'],
      [place.at('toString'), 'toString'],
    ] as const) {
      assert.ok(absent.isAbsent);
      assert.equal(absent.path, path);
      assert.deepEqual([absent.items, absent.fields, absent.text, absent.texts], [[], [], undefined, []]);
    }
  });

  it('has text only where text is', () => {
    assert.deepEqual(place.at('a', 'b.c/d').texts, []);
    assert.deepEqual(new Place('file.yaml', ['x', 7, 'y']).texts, ['x', 'y']);
  });
});
