import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { documents } from '../../../lib/olm/content/document.ts';
import { growth, mostGrowth } from '../../tenant/growth.ts';

const read = (text: string | Uint8Array) =>
  documents('file.yaml', typeof text === 'string' ? new TextEncoder().encode(text) : text);

const values = (text: string) => read(text).map(({ root }) => root.value);

const problems = (text: string | Uint8Array) =>
  read(text).flatMap((document) => document.problems.map(({ kind, what }) => `${kind}: ${what}`));

describe('the documents of a file', () => {
  it('the documents of a file are in their order, without empty ones', () => {
    assert.deepEqual(values('a: 1\n---\n# nothing\n---\nb: 2\n...\n'), [{ a: 1 }, { b: 2 }]);
    assert.deepEqual(values('# nothing\n'), []);
    assert.deepEqual(values(''), []);
  });

  it('a document is the same with a byte order mark and with the line breaks of Windows', () => {
    assert.deepEqual(values('\ufeff---\r\na:\r\n  - b\r\n  - "c"\r\n'), [{ a: ['b', 'c'] }]);
  });

  it('a document has quoted text that continues at the level of its key, as Go’s readers accept it', () => {
    assert.deepEqual(values("a:\n  b: 'it''s one\n  text: more'\n  c: \"two \\\"\n  words\"\n"), [
      { a: { b: "it's one text: more", c: 'two " words' } },
    ]);
    assert.equal(problems("a: 'one\nb: two\n").length, 1);
    assert.equal(problems("a: 'one\nb: 'two'\n").length, 1);
  });

  it('a document is also read from JSON', () => {
    assert.deepEqual(values('\n{\n\t"a": ["y", 1]\n}\n'), [{ a: ['y', 1] }]);
  });

  it('a document has the scalars that Kubernetes’ readers see', () => {
    for (const [text, value] of [
      ['y', true],
      ['No', false],
      ['ON', true],
      ['oN', 'oN'],
      ['"yes"', 'yes'],
      ['~', null],
      ['1_000', 1000],
      ['017', 15],
      ['08', 8],
      ['0x1F', 31],
      ['-3', -3],
      ['4.10', 4.1],
      ['1e3', 1000],
      ['1e400', '1e400'],
      ['9'.repeat(400), '9'.repeat(400)],
      ['!!binary aGk=', 'hi'],
      ['<<', '<<'],
      ['1.2.3', '1.2.3'],
      ['v1', 'v1'],
      ['12:30:45', '12:30:45'],
      ['2026-11-21', '2026-11-21'],
      ['2026-11-21T08:00:00Z', '2026-11-21T08:00:00Z'],
    ] as const) {
      assert.deepEqual(values(`a: ${text}\n`), [{ a: value }], text);
    }
  });

  it('a document has the values of anchors, aliases and merges', () => {
    assert.deepEqual(values('a: &x {b: 1}\nc: *x\nd:\n  <<: *x\n  e: 2\n'), [
      { a: { b: 1 }, c: { b: 1 }, d: { b: 1, e: 2 } },
    ]);
  });

  it('a document has the values of a merge key instead of those before it, as in Go, with a finding', () => {
    const merge = 'a: &x {b: 1}\nc:\n  b: 3\n  d: 2\n  <<: *x\n  e: 4\n';
    assert.deepEqual(values(merge), [{ a: { b: 1 }, c: { d: 2, b: 1, e: 4 } }]);
    assert.deepEqual(problems(merge), ['duplicate-key: b occurs twice, again in a merge key << after it']);
    const list = 'c:\n  b: 3\n  <<: [{b: 1}, {b: 2, d: 2}]\n  d: 4\n';
    assert.deepEqual(values(list), [{ c: { b: 1, d: 4 } }]);
    assert.deepEqual(problems('a:\n  <<: {b: 1}\n  b: 2\n  <<: {c: 3}\n  "<<": 4\n'), []);
    assert.deepEqual(values('a:\n  b: 0\n  b: 1\n  <<: {b: 2}\n'), [{ a: { b: 2 } }]);
    assert.deepEqual(values('a:\n  <<: {b: 1}\n  <<: {b: 2}\n'), [{ a: { b: 2 } }]);
  });

  it('a document can’t be read if it has a number that JSON doesn’t have', () => {
    for (const number of ['.inf', '-.Inf', '.NaN']) {
      assert.deepEqual(problems(`a: ${number}\n`), [`syntax: JSON has no number ${number}`]);
    }
    assert.deepEqual(values('.inf: "1"\n'), [{ '.inf': '1' }]);
  });

  it('a document can’t be read if a merge key has no map', () => {
    assert.deepEqual(problems('a:\n  b: 1\n  <<:\n'), ['syntax: merge sources must be maps or map aliases']);
  });

  it('a document can’t be read if the base64 of a binary value is not valid', () => {
    assert.deepEqual(problems('a: !!binary a\n'), ['syntax: a value of !!binary is not base64 at line 1, column 4']);
  });

  it('a document whose bytes aren’t text can’t be read', () => {
    assert.deepEqual(problems(Uint8Array.from([0x61, 0x3a, 0x20, 0xff])), ['encoding: it is not text in UTF-8']);
    assert.deepEqual(problems('a: b\u0000\n'), ['encoding: it holds the control character U+0000']);
    assert.deepEqual(values('a: b\u0000\n'), [undefined]);
  });

  it('a document with a syntax error can’t be read, and the error has its place', () => {
    const [problem = ''] = problems('a: 1\nb: [\n');
    assert.match(problem, /^syntax: .*line \d+/);
    assert.deepEqual(values('a:\n\tb: 1\n'), [undefined]);
  });

  it('a document has the last value of a duplicate key, with a finding', () => {
    assert.deepEqual(values('a: 1\na: 2\n'), [{ a: 2 }]);
    const [problem = ''] = problems('a: 1\na: 2\n');
    assert.equal(problem, 'duplicate-key: a occurs twice, again at line 2');
  });

  it('a document can’t be read if aliases of aliases would fill the memory', () => {
    const lines = Array.from({ length: 12 }, (_, index) =>
      index === 0
        ? '- &a0 [x, x, x, x]'
        : `- &a${index} [${Array(9)
            .fill(`*a${index - 1}`)
            .join(', ')}]`,
    );
    assert.deepEqual(values(`${lines.join('\n')}\n`), [undefined]);
    assert.match(problems(`${lines.join('\n')}\n`).join(), /^syntax: excessive alias count/);
  });

  it('a document can’t be read if thousands of maps merge a large one, which is found in linear time', () => {
    const merges = (count: number) => {
      const fields = Array.from({ length: count }, (_, index) => `k${index}: 1`);
      const text = `a: &a {${fields.join(', ')}}\nb:\n${'- {c: 1, <<: *a}\n'.repeat(count)}`;
      return () => assert.match(problems(text).join(), /^syntax: excessive alias count/);
    };
    assert.ok(growth(merges, 1_000) < mostGrowth);
  });

  it('a document with hundreds of merge keys in each other is read in the time of its values', () => {
    const nested = (count: number) => {
      const text = `a: ${'{b: 1, <<: '.repeat(count)}{c: 1}${'}'.repeat(count)}\n`;
      return () => assert.equal(problems(text).length, count - 1);
    };
    assert.ok(growth(nested, 200) < mostGrowth);
  });

  it('a document can’t be read if aliases form a cycle, or if it is nested too deep', () => {
    assert.deepEqual(problems('a: &a\n  b: *a\n'), ['syntax: an alias refers to a value that contains it']);
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const deep = (levels: number) => `{"a":${open.repeat(levels)}1${close.repeat(levels)}}`;
      assert.equal(problems(deep(900)).length, 0);
      assert.deepEqual(problems(deep(20_000)), ['syntax: it is nested deeper than 1000 levels']);
    }
  });

  it('a document has the same value at several places by aliases', () => {
    assert.deepEqual(values('a: &a {b: 1}\nc: [*a, *a]\n'), [{ a: { b: 1 }, c: [{ b: 1 }, { b: 1 }] }]);
  });

  it('a document has no inherited fields, with any keys', () => {
    const [document] = read('__proto__: {polluted: true}\nconstructor: {a: 1}\n');
    assert.equal(document?.root.at('polluted').value, undefined);
    assert.equal(document?.root.at('toString').value, undefined);
    assert.deepEqual(document?.root.at('constructor').value, { a: 1 });
  });
});
