import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withArticle } from '../../../lib/schema/value/word-list.ts';

describe('the article of a noun', () => {
  it('the article of a noun follows the sound of the noun', () => {
    const kinds = ['Issuer', 'HTTPRoute', 'IPPool', 'Database', 'User', 'UnixSocket', 'TLSRoute', 'URLMap'];
    assert.deepEqual(kinds.map(withArticle), [
      ...['an Issuer', 'an HTTPRoute', 'an IPPool'],
      ...['a Database', 'a User', 'a UnixSocket', 'a TLSRoute', 'a URLMap'],
    ]);
  });
});
