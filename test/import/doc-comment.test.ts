import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commentLines, commentText } from '../../lib/import/doc-comment.ts';

describe('a doc comment', () => {
  it('text in a doc comment can’t end the comment, begin a tag, or hide text', () => {
    const lines = commentLines('a */ b\n@see c\n\u202ed\u0007');
    assert.deepEqual(lines, ['a *\\/ b', '\\@see c', 'd']);
  });

  it('invisible characters and line breaks in a text don’t end a doc comment, and begin no tag', () => {
    assert.deepEqual(commentLines('*\u200b/ *\u0000/ \u202e*/'), ['*\\/ *\\/ *\\/']);
    assert.deepEqual(commentLines('a\rb\u2028c'), ['a', 'b', 'c']);
    const [, second] = commentLines(`${'words '.repeat(18)}@deprecated`);
    assert.equal(second, '\\@deprecated');
  });

  it('a doc comment has lines that fit a screen, and keeps indentation', () => {
    const lines = commentLines(`${'word '.repeat(40)}\n  ${'code '.repeat(30)}`);
    assert.ok(lines.every((line) => line.length <= 110));
    assert.ok(lines.at(-1)?.startsWith('  code'));
  });

  it('a doc comment has one line if its text fits', () => {
    assert.equal(commentText(['a'], '  '), '  /** a */');
    assert.equal(commentText(['a', '', 'b'], ''), '/**\n * a\n *\n * b\n */');
  });
});
