import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { markdownTable } from '../../../lib/reference/markdown/block.ts';
import { inlineCode, inlineText } from '../../../lib/reference/markdown/inline.ts';
import { html, readText, rows, tags } from '../rendered.ts';

/** Texts with a meaning in Markdown, tables, HTML or a code host. */
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

/** The same texts with invisible characters between them, some of which are removed. */
const disguised = fc
  .array(fc.tuple(hostile, fc.constantFrom('', '\u200b', '\u202e', '\u2066', '\u00ad', '\u{e0041}', '\0', '\u0085')), {
    maxLength: 6,
  })
  .map((pieces) => pieces.flat().join(''));

function blankless(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

describe('text within a line', () => {
  it('inlineText has the same text in the cell of a table, whatever it contains', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const page = markdownTable(['Field', 'Description'], [['x', inlineText(text)]]);
        // Bold text loses its asterisks.
        const shown = rows(page)[0]?.[1] ?? '';
        assert.equal(shown.replaceAll('*', ''), blankless(text).replaceAll('*', ''));
      }),
      { numRuns: 2000 },
    );
  });

  it('inlineText creates no HTML tag', () => {
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

  it('inlineCode ends each code span that it begins', () => {
    fc.assert(
      fc.property(disguised, (text) => {
        assert.match(html(`${inlineCode(text)} <b>`), /<b>/);
      }),
      { numRuns: 1000 },
    );
    assert.equal(
      html(`${inlineCode('\u202e')} and ${inlineCode('\u202e')}`),
      '<p><code></code> and <code></code></p>\n',
    );
  });

  it('inlineText keeps code in backticks', () => {
    assert.equal(html(inlineText('set `a_b` or ``c`d``')), '<p>set <code>a_b</code> or <code>c&#96;d</code></p>\n');
    assert.equal(readText(inlineText('set `a|b` and `<c>`')), 'set a|b and <c>');
  });

  it('inlineText keeps a backtick without a partner', () => {
    assert.equal(readText(inlineText('a ` b')), 'a ` b');
  });

  it('inlineText links addresses, without the punctuation after them', () => {
    assert.equal(
      html(inlineText('See https://example.com/a_b*c (or http://example.com/x(y)).')),
      '<p>See <a href="https://example.com/a_b*c">https://example.com/a_b*c</a> ' +
        '(or <a href="http://example.com/x%28y%29">http://example.com/x(y)</a>).</p>\n',
    );
  });

  it('inlineText links an address with any number of parentheses after it', () => {
    const text = inlineText(`https://example.com/x${')'.repeat(100_000)}`);
    assert.ok(text.startsWith('[https://example.com/x](https://example.com/x)'), text.slice(0, 100));
  });

  it('inlineText keeps links with a text, to web addresses only', () => {
    assert.equal(html(inlineText('[docs](https://example.com)')), '<p><a href="https://example.com">docs</a></p>\n');
    assert.equal(readText(inlineText('[docs](javascript:alert)')), '[docs](javascript:alert)');
  });

  it('inlineText keeps bold text, and does not treat a path as bold', () => {
    assert.equal(html(inlineText('**Warning:** no')), '<p><strong>Warning:</strong> no</p>\n');
    assert.equal(readText(inlineText('src/**,lib/**')), 'src/**,lib/**');
  });

  it('inlineText embeds no remote picture, and keeps the direction of writing', () => {
    assert.equal(
      html(inlineText('![a](https://example.com/a.png) see!https://example.com')),
      '<p>!<a href="https://example.com/a.png">a</a> see!<a href="https://example.com">https://example.com</a></p>\n',
    );
    assert.equal(inlineText('a\u202Eb\u2066c'), 'abc');
  });

  it('inlineText contains no formulas and emoji for code hosts', () => {
    assert.equal(inlineText('$(A) $(B)'), '<span>$</span>(A) <span>$</span>(B)');
    assert.equal(inlineText('a :key: b'), 'a <span>:</span>key: b');
  });
});

describe('code within a line', () => {
  it('inlineCode has the same text in the cell of a table, whatever it contains', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const page = markdownTable(['Field', 'Pattern'], [['x', inlineCode(text)]]);
        assert.equal(rows(page)[0]?.[1], blankless(text));
      }),
      { numRuns: 2000 },
    );
  });
});
