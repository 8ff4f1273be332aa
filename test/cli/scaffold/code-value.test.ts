import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { codeText } from '../../../lib/cli/scaffold/code-value.ts';

const place = { indentation: '', column: 0 };

describe('codeText', () => {
  it('codeText writes values that a module reads back', () => {
    const texts = [
      '',
      "it's",
      '"',
      `''"`,
      `it's "`,
      'a\\',
      "\\'",
      `\`\${a}\`\n\\n`,
      'a\r\nb',
      '\u202e\u0000',
      'a\n',
      '\n\n',
      '\\`\n`',
    ];
    const value = { texts, numbers: [0, -1.5, 1e21], flags: [true, false], none: {}, empty: [], nested: [[{ a: [] }]] };
    const keys = Object.fromEntries(['a-b', '8080', 'a.b', "it's", 'class'].map((key) => [key, { [key]: key }]));
    const code = codeText({ value, keys }, place);
    assert.deepEqual(JSON.parse(JSON.stringify(runInNewContext(`(${code})`))), { value, keys });
  });

  it('codeText writes a field called __proto__ as a field', () => {
    const value = JSON.parse('{ "__proto__": "a" }');
    assert.equal(codeText(value, place), "{ ['__proto__']: 'a' }");
  });

  it('codeText leaves out fields with null, and writes expressions at their paths', () => {
    const value = { a: null, b: [{ 'c.d': 1 }], e: 2 };
    const expressions = new Map([
      ['b[0]["c.d"]', 'spec.c'],
      ['e', 'spec.e'],
    ]);
    assert.equal(codeText(value, place, expressions), "{ b: [{ 'c.d': spec.c }], e: spec.e }");
  });

  it('codeText breaks lines where formatters do', () => {
    const long = 'x'.repeat(60);
    const value = {
      fits: [{ a: 1 }, { b: 2 }],
      objects: [
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ],
      texts: [long, long],
      moved: long + long,
      stay: long + long,
    };
    assert.equal(
      codeText(value, place),
      `{
  fits: [{ a: 1 }, { b: 2 }],
  objects: [
    { a: 1, b: 2 },
    { a: 3, b: 4 },
  ],
  texts: [
    '${long}',
    '${long}',
  ],
  moved:
    '${long + long}',
  stay: '${long + long}',
}`,
    );
  });
});
