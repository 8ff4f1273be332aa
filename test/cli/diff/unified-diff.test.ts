import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unifiedDiff } from '../../../lib/cli/diff/unified-diff.ts';

const titles = { before: 'old', after: 'new' };

function linesOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `line ${index + 1}`);
}

function text(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

describe('unifiedDiff', () => {
  it('the diff of equal texts is empty', () => {
    assert.equal(unifiedDiff('a\nb\n', 'a\nb\n', titles), '');
  });

  it('unifiedDiff shows a changed line with three lines around it', () => {
    const after = linesOf(20).map((line) => (line === 'line 10' ? 'other' : line));
    assert.equal(
      unifiedDiff(text(linesOf(20)), text(after), titles),
      text([
        ...['--- old', '+++ new', '@@ -7,7 +7,7 @@'],
        ...[' line 7', ' line 8', ' line 9', '-line 10', '+other', ' line 11', ' line 12', ' line 13'],
      ]),
    );
  });

  it('unifiedDiff shows distant changes in separate hunks, with the lines of both texts', () => {
    const after = ['first', ...linesOf(20).filter((line) => line !== 'line 20')];
    const heads = unifiedDiff(text(linesOf(20)), text(after), titles).match(/^@@.*@@$/gm);
    assert.deepEqual(heads, ['@@ -1,3 +1,4 @@', '@@ -17,4 +18,3 @@']);
  });

  it('unifiedDiff shows a whole text as added or removed', () => {
    assert.equal(unifiedDiff('', 'a\nb\n', titles), text(['--- old', '+++ new', '@@ -0,0 +1,2 @@', '+a', '+b']));
    assert.equal(unifiedDiff('a\n', '', titles), text(['--- old', '+++ new', '@@ -1,1 +0,0 @@', '-a']));
  });

  it('unifiedDiff finds lines that are inserted between repeated lines', () => {
    const before = text(['- name: a', '  port: 1', '- name: c', '  port: 1']);
    const after = text(['- name: a', '  port: 1', '- name: b', '  port: 1', '- name: c', '  port: 1']);
    const changed = unifiedDiff(before, after, titles).match(/^[-+](?!--|\+\+).*$/gm);
    assert.deepEqual(changed, ['+- name: b', '+  port: 1']);
  });

  it('unifiedDiff compares long texts without common lines, and a long text with its reversal', () => {
    const lines = linesOf(50_000);
    const others = lines.map((line) => `${line}!`);
    assert.equal(unifiedDiff(text(lines), text(others), titles).split('\n').length, 100_004);
    assert.match(unifiedDiff(text(lines), text(lines.toReversed()), titles), /^-line 1$/m);
  });
});
