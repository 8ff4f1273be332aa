import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cellText, proseParagraphs } from '../../../lib/reference/markdown/prose.ts';
import { html } from '../rendered.ts';

describe('a description', () => {
  it('a description has paragraphs at blank lines, and none at other line breaks', () => {
    assert.equal(html(proseParagraphs('one\ntwo\n\nthree')), '<p>one two</p>\n<p>three</p>\n');
    assert.equal(cellText('one\ntwo\n\nthree'), 'one two<br/><br/>three');
  });

  it('a description keeps lists', () => {
    const text = 'Either:\n\n- one\n  goes on\n* two\n1. three';
    assert.equal(proseParagraphs(text), 'Either:\n\n- one goes on\n- two\n1. three');
    assert.equal(cellText(text), 'Either:<br/>• one goes on<br/>• two<br/>1. three');
  });

  it('a description keeps code that is fenced or indented', () => {
    const text = 'Such as:\n\n    a: |b|\n    c: *d\n\nand\n\n```\ne\n```';
    assert.equal(proseParagraphs(text), 'Such as:\n\n```\n    a: |b|\n    c: *d\n```\n\nand\n\n```\ne\n```');
    assert.equal(
      cellText(text),
      'Such as:<br/><br/><code>a: &#124;b&#124;</code><br/>`c: *d`<br/><br/>and<br/><br/>`e`',
    );
  });

  it('a description begins no heading, list or quotation by accident', () => {
    assert.equal(html(proseParagraphs('# 1')), '<p># 1</p>\n');
    assert.equal(html(proseParagraphs('a\n\n> b')), '<p>a</p>\n<p>&gt; b</p>\n');
    assert.equal(html(proseParagraphs('2024. was a year')), '<p>2024. was a year</p>\n');
    assert.equal(html(proseParagraphs('=')), '<p>=</p>\n');
  });

  it('a description is empty without a text', () => {
    assert.equal(proseParagraphs(undefined), '');
    assert.equal(cellText(''), '');
  });
});
