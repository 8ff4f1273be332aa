import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { admissionWarnings, oneLine } from '../../../lib/server/admission/admission-response.ts';

describe('warningTexts', () => {
  it('admissionWarnings removes control characters, for which the API server would drop a warning', () => {
    assert.deepEqual(admissionWarnings(['a\r\n\tb\u0000c\u0085d', ' \n ']), ['a b c d']);
  });

  it('admissionWarnings cuts a long warning at 256 characters, with an ellipsis', () => {
    const [longest, longer] = admissionWarnings(['🐘'.repeat(256), '🐘'.repeat(257)]);
    assert.equal(longest, '🐘'.repeat(256));
    assert.equal(longer, `${'🐘'.repeat(255)}…`);
  });

  it('admissionWarnings drops warnings beyond 4096 characters in all', () => {
    assert.equal(admissionWarnings(Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(256, 'x'))).length, 16);
  });

  it('admissionWarnings fixes warnings of text that is not well-formed, which the API server would drop', () => {
    assert.deepEqual(admissionWarnings(['a\ud800b']), ['a\ufffdb']);
  });
});

describe('oneLine', () => {
  it('oneLine replaces a line break and the indentation after it with a blank', () => {
    assert.equal(oneLine('too much:\r\n  for us\n'), 'too much: for us');
    assert.equal(oneLine('one\u2028two\tthree'), 'one two three');
  });

  it('oneLine keeps blanks, quotes and emoji unchanged', () => {
    assert.equal(oneLine('two  blanks, “quotes” and 🙂'), 'two  blanks, “quotes” and 🙂');
  });

  it('oneLine fixes text that is not well-formed', () => {
    assert.equal(oneLine('a\ud800b'), 'a\ufffdb');
  });
});
