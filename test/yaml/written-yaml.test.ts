import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parse, parseAllDocuments } from 'yaml';
import { yamlDocument, yamlStream } from '../../lib/yaml/index.ts';

/** Values that one of the dialects reads as another value, in addition to random ones. */
const treacherous = [
  ...['y', 'n', 'Y', 'yes', 'No', 'on', 'OFF', 'true', 'False', 'null', 'Null', '~', '', ' ', '=', '<<'],
  ...[
    '0o7',
    '07',
    '1_000',
    '12:30:45',
    '1e3',
    'e0',
    'E+5',
    '1.5',
    '.5',
    '.inf',
    '-.INF',
    '.nan',
    '0x1f',
    '0b1',
    '+1',
    '-',
    '--',
  ],
  ...['2026-01-02', '2026-01-02T03:04:05Z', '1.30.0', '10m', '64Mi'],
  ...[
    'a: b',
    'a:',
    'a #b',
    '#a',
    'a#b',
    'a:b',
    '- a',
    '? a',
    '-a',
    '?a',
    ':a',
    '!a',
    '&a',
    '*a',
    '@a',
    '%a',
    '`a',
    '|',
    '>',
  ],
  ...['{a}', '[a]', '"a', "'a", "it's", 'a, b', '---', '...', ' a', 'a ', '\ta', 'a\tb', '__proto__', 'constructor'],
  ...[
    'a\nb',
    'a\n',
    '\na',
    ' a\nb',
    'a\n b',
    'a\n\nb',
    'a\nb\n',
    'a\nb\n\n',
    'a \nb',
    'a\nb ',
    'a\n---\nb',
    'a\n#b',
    'a\r\nb',
  ],
  ...[
    '\u0000',
    '\u0007',
    '\u0085',
    'a\u0085b',
    'a\nb\u2028c',
    '\u2029',
    '\ufeff',
    'a\n\ufeffb',
    '\u009f',
    'é',
    'ünï\ncode',
    '😀',
    '😀\na',
  ],
];

const text = fc.oneof(fc.constantFrom(...treacherous), fc.string({ unit: 'binary' }), fc.string());
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    text,
    // JSON knows no negative zero.
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(text, tie('any'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).any;
const map: fc.Arbitrary<Record<string, unknown>> = fc.dictionary(text, value, { noNullPrototype: true });

function examplesOf(document: (text: string) => Record<string, unknown>): [Record<string, unknown>][] {
  return treacherous.map((each) => [document(each)]);
}

/** The characters that YAML calls printable, without the line breaks that only some readers know. */
const printable = /^[\n -~\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]*$/u;

describe('a YAML document', () => {
  for (const version of ['1.1', '1.2'] as const) {
    it(`a YAML document is read as the written values by a reader of YAML ${version}`, () => {
      fc.assert(
        fc.property(map, (written) => {
          assert.deepEqual(parse(yamlDocument(written), { version, merge: version === '1.1' }), written);
        }),
        { numRuns: 1500, examples: examplesOf((each) => ({ [each]: [each, { a: each }, [each]] })) },
      );
    });
  }

  it('a YAML document contains no character that a reader may take as a line break or refuse', () => {
    fc.assert(
      fc.property(map, (written) => {
        assert.match(yamlDocument(written), printable);
      }),
      { numRuns: 500, examples: examplesOf((each) => ({ [each]: each })) },
    );
  });

  it('a YAML document begins with apiVersion and kind, and keeps all other keys in their order', () => {
    const document = {
      spec: { b: 1, a: 2, metadata: 3 },
      metadata: { name: 'x' },
      kind: 'Pod',
      apiVersion: 'v1',
      data: {},
    };
    assert.equal(
      yamlDocument(document),
      [
        'apiVersion: v1',
        'kind: Pod',
        'metadata:',
        '  name: x',
        'spec:',
        '  b: 1',
        '  a: 2',
        '  metadata: 3',
        'data: {}',
        '',
      ].join('\n'),
    );
  });

  it('yamlDocument writes text plain if every reader reads it as text, and quotes other text', () => {
    assert.equal(
      yamlDocument({
        image: 'memcached:1.6-alpine',
        path: '/healthz',
        version: '1.30.0',
        size: 3,
        y: 'no',
        'a/b': "it's",
      }),
      [
        'image: memcached:1.6-alpine',
        'path: /healthz',
        'version: "1.30.0"',
        'size: 3',
        '"y": "no"',
        "a/b: it's",
        '',
      ].join('\n'),
    );
  });

  it('yamlDocument writes text of several lines as a block, and never folds a long line', () => {
    const long = 'word '.repeat(60).trim();
    assert.equal(
      yamlDocument({ text: 'one\n\n  two', lines: ['a\nb\n'], long }),
      ['text: |-', '  one', '', '    two', 'lines:', '  - |', '    a', '    b', `long: ${long}`, ''].join('\n'),
    );
  });

  it('yamlDocument writes an object that is referenced twice two times', () => {
    const labels = { app: 'x' };
    assert.equal(yamlDocument({ one: labels, other: labels }), 'one:\n  app: x\nother:\n  app: x\n');
  });

  it('yamlDocument writes text of several lines in one line if a reader would lose a part of it', () => {
    const text = `${'word '.repeat(12).trim()}\nand a tab:\t`;
    assert.equal(yamlDocument({ text }), `text: ${JSON.stringify(text)}\n`);
  });

  it('a YAML document with keys that are longer than a line may have is read back', () => {
    const written = { ['k'.repeat(1100)]: { ['"'.repeat(600)]: [1, { ['l'.repeat(1100)]: 'a\nb' }] } };
    assert.deepEqual(parse(yamlDocument(written)), written);
  });

  it('yamlDocument writes numbers that JSON can’t express', () => {
    const written = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, 2n ** 64n];
    assert.equal(
      yamlDocument({ written }),
      ['written:', '  - .inf', '  - -.inf', '  - .nan', '  - 18446744073709551616', ''].join('\n'),
    );
  });

  it('yamlDocument keeps the place of undefined items in a list', () => {
    assert.equal(yamlDocument({ list: [undefined, 1] }), 'list:\n  - null\n  - 1\n');
  });

  it('yamlDocument leaves out fields that are undefined', () => {
    assert.equal(yamlDocument({ a: undefined, b: { c: undefined } }), 'b: {}\n');
    assert.equal(yamlDocument({ a: undefined }), '{}\n');
  });
});

describe('a YAML stream', () => {
  it('a YAML stream is read as the documents that were written', () => {
    fc.assert(
      fc.property(fc.array(map, { minLength: 1, maxLength: 4 }), (written) => {
        const read = parseAllDocuments(yamlStream(written)).map((document) => document.toJS());
        assert.deepEqual(read, written);
      }),
    );
  });
});
