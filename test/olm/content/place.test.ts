import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Place } from '../../../lib/olm/content/index.ts';

const place = new Place('file.yaml', { a: { 'b.c/d': [{ e: 'x' }, 7] }, f: null });

describe('a place in a document', () => {
  it('a place in a document has its file and path', () => {
    const [item] = place.at('a', 'b.c/d').items;
    assert.equal(item?.file, 'file.yaml');
    assert.equal(item?.at('e').path, 'a["b.c/d"][0].e');
    assert.equal(item?.at('e').text, 'x');
  });

  it('a place in a document exists also for missing values, and below values of other types', () => {
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

  it('a place in a document has text only if its value is text', () => {
    assert.deepEqual(place.at('a', 'b.c/d').texts, []);
    assert.deepEqual(new Place('file.yaml', ['x', 7, 'y']).texts, ['x', 'y']);
  });
});

describe('the JSON in a text', () => {
  const annotations = new Place('file.yaml', { list: '[{"a":1}]', broken: '[', nothing: 'null', number: 7 });

  it('the JSON in a text has places below the place of the text', () => {
    const [item] = annotations.at('list').json.items;
    assert.deepEqual([item?.at('a').value, item?.at('a').path], [1, 'list[0].a']);
  });

  it('the JSON in a text is absent if the text is invalid or missing, and only invalid text is a problem', () => {
    assert.ok(annotations.at('broken').json.isAbsent);
    assert.match(annotations.at('broken').jsonProblem ?? '', /JSON/);
    for (const name of ['nothing', 'number', 'missing']) {
      assert.ok(annotations.at(name).json.isAbsent);
      assert.equal(annotations.at(name).jsonProblem, undefined);
    }
  });
});
