import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { code, inlineText } from '../../../lib/reference/markdown/inline.ts';
import { table } from '../../../lib/reference/markdown/table.ts';
import { html, readText, rows, tags } from '../rendered.ts';

/** Pieces that mean something to Markdown, to tables, to HTML or to a host. */
const hostile = fc
  .array(
    fc.constantFrom(
      ...['|', '\\', '*', '**', '_', '__', '[', ']', '(', ')', '<', '>', '&', '#', '~', '~~', '{', '}', '$', '!', ':'],
      ...['&amp;', '&#124;', '<b>', '</td>', '<!--', '-->', '*/', '](x)', '- ', '1. ', '> ', '---', '| --- |', '='],
      ...['a', 'b c', ' ', '\n', '\n\n', '\t', ':smile:', '😀', 'é', '\u2028', '^', '+', '"', "'"],
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));

/** The same with invisible characters between them, some of which are left out. */
const disguised = fc
  .array(fc.tuple(hostile, fc.constantFrom('', '\u200b', '\u202e', '\u2066', '\u00ad', '\u{e0041}', '\0', '\u0085')), {
    maxLength: 6,
  })
  .map((pieces) => pieces.flat().join(''));

function blankless(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

describe('text within a line', () => {
  it('reads as it was written, whatever it holds, in a cell of a table', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const page = table(['Field', 'Description'], [['x', inlineText(text)]]);
        // What is strong loses its signs.
        const shown = rows(page)[0]?.[1] ?? '';
        assert.equal(shown.replaceAll('*', ''), blankless(text).replaceAll('*', ''));
      }),
      { numRuns: 2000 },
    );
  });

  it('makes no tag of its own', () => {
    fc.assert(
      fc.property(disguised, (text) => {
        const allowed = ['p', 'span', 'strong', 'code'];
        assert.deepEqual(
          tags(`x ${inlineText(text)}`).filter((tag) => !allowed.includes(tag)),
          [],
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('ends each piece of code that it begins', () => {
    fc.assert(
      fc.property(disguised, (text) => {
        assert.match(html(`${code(text)} <b>`), /<b>/);
      }),
      { numRuns: 1000 },
    );
    assert.equal(html(`${code('\u202e')} and ${code('\u202e')}`), '<p><code></code> and <code></code></p>\n');
  });

  it('keeps code in backticks', () => {
    assert.equal(html(inlineText('set `a_b` or ``c`d``')), '<p>set <code>a_b</code> or <code>c&#96;d</code></p>\n');
    assert.equal(readText(inlineText('set `a|b` and `<c>`')), 'set a|b and <c>');
  });

  it('leaves a backtick alone that nothing ends', () => {
    assert.equal(readText(inlineText('a ` b')), 'a ` b');
  });

  it('links addresses, without what ends the sentence', () => {
    assert.equal(
      html(inlineText('See https://example.com/a_b*c (or http://example.com/x(y)).')),
      '<p>See <a href="https://example.com/a_b*c">https://example.com/a_b*c</a> ' +
        '(or <a href="http://example.com/x%28y%29">http://example.com/x(y)</a>).</p>\n',
    );
  });

  it('links an address with as many parentheses behind it as a publisher likes', () => {
    const text = inlineText(`https://example.com/x${')'.repeat(100_000)}`);
    assert.ok(text.startsWith('[https://example.com/x](https://example.com/x)'), text.slice(0, 100));
  });

  it('keeps links with a text, to the web only', () => {
    assert.equal(html(inlineText('[docs](https://example.com)')), '<p><a href="https://example.com">docs</a></p>\n');
    assert.equal(readText(inlineText('[docs](javascript:alert)')), '[docs](javascript:alert)');
  });

  it('keeps what is strong, and takes no path for it', () => {
    assert.equal(html(inlineText('**Warning:** no')), '<p><strong>Warning:</strong> no</p>\n');
    assert.equal(readText(inlineText('src/**,lib/**')), 'src/**,lib/**');
  });

  it('shows no picture from elsewhere, and leaves the direction of writing alone', () => {
    assert.equal(
      html(inlineText('![a](https://example.com/a.png) see!https://example.com')),
      '<p>!<a href="https://example.com/a.png">a</a> see!<a href="https://example.com">https://example.com</a></p>\n',
    );
    assert.equal(inlineText('a\u202Eb\u2066c'), 'abc');
  });

  it('offers hosts no formulas and no pictures', () => {
    assert.equal(inlineText('$(A) $(B)'), '<span>$</span>(A) <span>$</span>(B)');
    assert.equal(inlineText('a :key: b'), 'a <span>:</span>key: b');
  });
});

describe('code within a line', () => {
  it('reads as it was written, whatever it holds, in a cell of a table', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const page = table(['Field', 'Pattern'], [['x', code(text)]]);
        assert.equal(rows(page)[0]?.[1], blankless(text));
      }),
      { numRuns: 2000 },
    );
  });
});
