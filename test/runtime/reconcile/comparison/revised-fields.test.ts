import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldsV1, JsonObject } from '../../../../lib/api/index.ts';
import { type RevisedFields, revisedFields } from '../../../../lib/runtime/reconcile/comparison/revised-fields.ts';
import { shapeOfSchema } from '../../../../lib/runtime/reconcile/comparison/schema-shape.ts';

const text = { type: 'string' };
const words = { type: 'object', additionalProperties: text };
const shape = shapeOfSchema({
  type: 'object',
  properties: {
    phase: { ...text, default: 'Pending' },
    note: text,
    words,
    deep: { type: 'object', properties: { words } },
    sealed: { ...words, 'x-kubernetes-map-type': 'atomic' },
    list: { type: 'array', items: { type: 'object', properties: { a: text, b: { ...text, default: 'b' } } } },
    set: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    items: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['zone', 'name'],
      items: { type: 'object', properties: { name: text, zone: { ...text, default: 'a' }, note: text } },
    },
  },
});

const mine: FieldsV1 = {};
const item = (name: string, zone = 'a') => `k:{"name":"${name}","zone":"${zone}"}`;

function ownItem(name: string, zone = 'a'): FieldsV1 {
  return { 'f:items': { [item(name, zone)]: { '.': {}, 'f:name': mine, 'f:zone': mine } } };
}

function revised(said: JsonObject, stored: JsonObject, owned: FieldsV1 = {}): RevisedFields {
  return revisedFields(said, stored, owned, shape);
}

function sentences({ findings }: RevisedFields): string[] {
  return findings.map(({ reason, path }) => `${reason} ${path}`);
}

describe('a revision', () => {
  it('a revision contains all desired fields if no field is stored', () => {
    const said = { note: 'a', words: { a: '' }, items: [{ name: 'a' }], set: [], deep: {} };
    const made = revised(said, {});
    assert.deepEqual(made.whole, said);
    assert.deepEqual(sentences(made), ['absent note', 'absent words', 'absent items', 'absent set', 'absent deep']);
  });

  for (const [what, said, stored] of [
    ['a value', { note: 'a' }, { note: 'a' }],
    ['a default in a list of one owner', { list: [{ a: 'a' }] }, { list: [{ a: 'a', b: 'b' }] }],
    ['a default in an item', { items: [{ name: 'a' }] }, { items: [{ name: 'a', zone: 'a' }] }],
    ['an empty list', { set: [], list: [] }, { set: [], list: [] }],
    ['a map of one owner', { sealed: { a: 'a' } }, { sealed: { a: 'a' } }],
    ['the order of items', { set: ['b', 'a'] }, { set: ['a', 'b'] }],
    ['the order of fields', { words: { b: 'b', a: 'a' } }, { words: { a: 'a', b: 'b' } }],
  ] as const) {
    it(`a revision is empty for ${what} that is as desired, whichever manager has set it`, () => {
      assert.deepEqual(revised(said, stored).findings, []);
    });
  }

  for (const [what, said, stored, whole, expected] of [
    ['a value', { note: 'b' }, { note: 'a' }, { note: 'b' }, 'changed note'],
    ['the field of a map', { words: { a: 'b' } }, { words: { a: 'a' } }, { words: { a: 'b' } }, 'changed words.a'],
    ['a list of one owner', { list: [] }, { list: [{ a: 'a' }] }, { list: [] }, 'changed list'],
    ['a map of one owner', { sealed: {} }, { sealed: { a: 'a' } }, { sealed: {} }, 'changed sealed'],
    [
      'the field of an item',
      { items: [{ name: 'a', note: 'b' }] },
      { items: [{ name: 'a', zone: 'a', note: 'a' }] },
      { items: [{ name: 'a', zone: 'a', note: 'b' }] },
      'changed items[name=a,zone=a].note',
    ],
  ] as const) {
    it(`a revision changes ${what}`, () => {
      const made = revised(said, stored);
      assert.deepEqual(made.whole, whole);
      assert.deepEqual(sentences(made), [expected]);
    });
  }

  it('a revision keeps a field with the name of an inherited member', () => {
    const theirs = { constructor: 'theirs' };
    const made = revised({ words: { a: 'b' } }, { words: { a: 'a', ...theirs } });
    assert.deepEqual(made.whole, { words: { a: 'b', ...theirs } });
  });

  describe('fields of other managers', () => {
    const both = { a: 'a', b: 'b' };
    const [a, b] = [
      { name: 'a', zone: 'a' },
      { name: 'b', zone: 'a' },
    ];
    const noted = { ...a, note: 'a' };
    for (const [where, said, stored, owned, whole] of [
      ['beside our fields', { note: 'a' }, { note: 'a', phase: 'Up' }, { 'f:note': mine }, { note: 'a', phase: 'Up' }],
      ['into a map of ours', { words: { a: 'a' } }, { words: both }, { 'f:words': { 'f:a': mine } }, { words: both }],
      ['into a map that we said was empty', {}, { words: both }, { 'f:words': mine }, { words: both }],
      ['into a set', { set: ['a'] }, { set: ['b', 'a'] }, { 'f:set': { 'v:"a"': mine } }, { set: ['b', 'a'] }],
      ['into a list by keys', { items: [{ name: 'a' }] }, { items: [b, a] }, {}, { items: [b, a] }],
      ['into an item of ours', { items: [a] }, { items: [noted] }, ownItem('a'), { items: [noted] }],
      ['in as an item that we changed', {}, { items: [noted] }, { 'f:items': { [item('a')]: { 'f:note': mine } } }, {}],
    ] as const) {
      it(`a revision keeps fields that other managers have put ${where}`, () => {
        assert.deepEqual(revised(said, stored, owned), { whole: { ...stored, ...whole }, findings: [] });
      });
    }
  });

  describe('fields that are no longer desired', () => {
    for (const [what, stored, owned, whole, expected] of [
      ['a value', { note: 'a' }, { 'f:note': mine }, {}, ['surplus note']],
      [
        'a map',
        { words: { a: 'a' } },
        { 'f:words': { '.': {}, 'f:a': mine } },
        {},
        ['surplus words.a', 'surplus words'],
      ],
      ['an empty map', { words: {} }, { 'f:words': mine }, {}, ['surplus words']],
      ['a map of one owner', { sealed: { a: 'a' } }, { 'f:sealed': mine }, {}, ['surplus sealed']],
      [
        'our part of a map',
        { words: { a: 'a', b: 'b' } },
        { 'f:words': { 'f:a': mine } },
        { words: { b: 'b' } },
        ['surplus words.a'],
      ],
      ['a list', { list: [{ a: 'a' }] }, { 'f:list': mine }, {}, ['surplus list']],
      ['the only item', { set: ['a'] }, { 'f:set': { 'v:"a"': mine } }, {}, ['surplus set["a"]', 'surplus set']],
      [
        'an item',
        { items: [{ name: 'a', zone: 'b' }, { name: 'b' }] },
        ownItem('a', 'b'),
        { items: [{ name: 'b' }] },
        ['surplus items[name=a,zone=b]'],
      ],
      ['what the definition has no more', { old: { a: 'a' } }, { 'f:old': { 'f:a': mine } }, {}, ['surplus old']],
    ] as const) {
      it(`a revision removes fields of ours that are no longer desired: ${what}`, () => {
        const made = revised({}, stored, owned);
        assert.deepEqual(made.whole, whole);
        assert.deepEqual(sentences(made), expected);
      });
    }

    it('a revision doesn’t remove fields that the server fills in again', () => {
      const made = revised({}, { phase: 'Pending' }, { 'f:phase': mine });
      assert.deepEqual(made.findings, []);
    });
  });
});
