// Content that doesn't match the types of a table.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Place } from '../../../lib/olm/content/index.ts';
import { Shapes } from '../../../lib/olm/validation/shape/shape.ts';

describe('a mismatch with a shape', () => {
  const shapes = new Shapes(
    { Box: 'name!:text size:integer parts:Box[] labels:text{} limit:quantity port:intOrText open:boolean kind:text' },
    { Box: 'kind:=Small|Large color:=|Red weight:1..100 age:0.. count:int32 data:base64 made:time' },
  );
  const found = (value: unknown) =>
    [...shapes.errors(new Place('file.yaml', value), 'Box')].map(({ what, place }) => `${what} ${place.path}`);

  it('doesn’t exist for a correct value', () => {
    const box = { name: 'a', size: 1, labels: { a: 'b' }, limit: 2, port: 'http', open: false };
    assert.deepEqual(found({ ...box, parts: [box, { name: 'b', limit: '1Gi', port: 80, size: null }] }), []);
  });

  it('is reported with its place', () => {
    assert.deepEqual(
      found({
        size: 1.5,
        parts: [{ name: 7 }, 'x'],
        labels: { 'a/b': true },
        limit: [],
        port: {},
        open: 'no',
        more: 1,
      }),
      [
        'type size',
        'type parts[0].name',
        'type parts[1]',
        'type labels["a/b"]',
        'type limit',
        'type port',
        'type open',
        'unknown more',
        'missing name',
      ],
    );
  });

  it('includes a value that its type doesn’t allow', () => {
    assert.deepEqual(
      found({ name: '', kind: 'small', weight: 0, age: -1, count: 2 ** 31, data: '*', made: 'today', limit: '-1' }),
      ['choice kind', 'bound weight', 'bound age', 'bound count', 'format data', 'format made', 'format limit'],
    );
    assert.deepEqual(
      found({
        name: 'a',
        kind: 'Large',
        color: '',
        weight: 100,
        age: 0,
        data: 'YQ==',
        made: '2026-01-31T12:00:00Z',
        limit: '1',
      }),
      [],
    );
  });
});
