import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isJsonObject } from '../../lib/api/index.ts';
import { ListDecoder } from '../../lib/client/list-stream.ts';
import { chunked } from './chunked.ts';

/** Decodes a list from chunks. @throws SyntaxError if any part of it is not JSON. */
function decoded(chunks: readonly Buffer[]): unknown {
  const decoder = new ListDecoder();
  const items: unknown[] = chunks.flatMap((chunk) => decoder.decode(chunk).map((item): unknown => JSON.parse(item)));
  const frame: unknown = JSON.parse(decoder.end());
  return items.length === 0 || !isJsonObject(frame) ? frame : { ...frame, items };
}

/** Returns the parsed value, or undefined after an error. */
function outcome(parse: () => unknown): unknown {
  try {
    return { value: parse() };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return 'no JSON';
  }
}

const few = <Value>(each: fc.Arbitrary<Value>) => fc.array(each, { maxLength: 3 });
const trickyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 4 }),
  fc.constantFrom('items', '"items":[', '\\"', '\\', '],"x":[', '{"items": [{}]}', '🐘', '\u2028\n\t'),
);
const value = fc.jsonValue({ maxDepth: 2 });
const item = fc.oneof(
  value,
  fc.dictionary(trickyText, fc.oneof(value, trickyText), { maxKeys: 3 }),
  fc.record({ items: few(value) }),
);
const field = fc.tuple(
  trickyText.filter((name) => name !== 'items' && name !== '__proto__'),
  fc.oneof(value, trickyText, few(trickyText), fc.record({ items: few(value) })),
);

/** A list as a document: its items first, last, or between other fields, with or without space. */
const list = fc
  .tuple(few(field), few(item), few(field), fc.constantFrom(undefined, 1, '\t'))
  .map(([before, items, after, indent]) =>
    JSON.stringify(Object.fromEntries([...before, ['items', items], ...after]), undefined, indent),
  );
const cuts = fc.array(fc.nat(), { maxLength: 5 });

describe('ListDecoder', () => {
  it('ListDecoder returns the same value as a parser of the whole document, however the bytes are split', () => {
    fc.assert(
      fc.property(list, cuts, (text, places) => {
        assert.deepEqual(decoded(chunked(Buffer.from(text), places)), JSON.parse(text));
      }),
      { numRuns: 300 },
    );
  });

  it('ListDecoder returns the same value byte by byte as a parser of the whole document', () => {
    fc.assert(
      fc.property(list, (text) => {
        const bytes = Buffer.from(text);
        assert.deepEqual(decoded([...bytes.keys()].map((place) => bytes.subarray(place, place + 1))), JSON.parse(text));
      }),
    );
  });

  it('ListDecoder finds the errors that a parser finds in the whole document, and no others', () => {
    const fault = fc.tuple(
      fc.nat(),
      fc.nat({ max: 2 }),
      fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', 'x', ' '),
    );
    fc.assert(
      fc.property(list, fault, cuts, (text, [at, removedCount, inserted], places) => {
        const place = at % (text.length + 1);
        const broken = text.slice(0, place) + inserted + text.slice(place + removedCount);
        // A list with two fields of the same name is JSON, but ambiguous.
        fc.pre((broken.match(/"items"\s*:/g)?.length ?? 0) < 2);
        const bytes = Buffer.from(broken);
        assert.deepEqual(
          outcome(() => decoded(chunked(bytes, places))),
          outcome(() => JSON.parse(bytes.toString('utf8'))),
        );
      }),
      { numRuns: 500 },
    );
  });

  for (const items of ['[1,]', '[,1]', '[1,,2]', '[,]', '[1 2]', '[1}', '[{]}', '[1]]', '[]1', '["]', '[\u00a0]']) {
    it(`ListDecoder refuses ${items} as items`, () => {
      assert.throws(() => decoded([Buffer.from(`{"items":${items}}`)]), SyntaxError);
    });
  }

  it('ListDecoder refuses a document without its end', () => {
    fc.assert(
      fc.property(list, fc.nat(), cuts, (text, at, places) => {
        const part = Buffer.from(text).subarray(0, at % Buffer.byteLength(text));
        assert.throws(() => decoded(chunked(part, places)), SyntaxError);
      }),
    );
  });

  for (const text of [
    '{"items":null}',
    '{"items":{"items":[1]}}',
    '{}',
    '[{"items":[1]}]',
    '{"items":[],"items2":[2]}',
  ]) {
    it(`ListDecoder returns ${text} unchanged, which has no items`, () => {
      const decoder = new ListDecoder();
      assert.deepEqual(decoder.decode(Buffer.from(text)), []);
      assert.equal(decoder.end(), text);
    });
  }

  it('ListDecoder returns each item of a list as soon as the item ends', () => {
    const decoder = new ListDecoder();
    assert.deepEqual(
      ['{"items":[', '{"a":1}', ',{"b"', ':2},', '3', ']}'].map((part) => decoder.decode(Buffer.from(part))),
      [[], [], ['{"a":1}'], ['{"b":2}'], [], ['3']],
    );
  });

  it('ListDecoder joins an item of many chunks once, at its end', (t) => {
    const decoder = new ListDecoder();
    decoder.decode(Buffer.from('{"items":["'));
    const concat = t.mock.method(Buffer, 'concat');
    const chunk = Buffer.alloc(16 * 1024, 'x');
    const chunkCount = 1024;
    for (let sent = 0; sent < chunkCount; sent += 1) assert.deepEqual(decoder.decode(chunk), []);
    const [text] = decoder.decode(Buffer.from('"]}'));
    assert.equal(text?.length, chunkCount * chunk.length + 2);
    assert.equal(concat.mock.callCount(), 1);
  });
});
