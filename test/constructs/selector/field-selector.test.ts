import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatFieldSelector } from '../../../lib/constructs/index.ts';

describe('a field selector', () => {
  it('a field selector is written as the same text in any order', () => {
    const text = 'spec.nodeName=one,status.phase!=Failed';
    assert.equal(formatFieldSelector({ 'status.phase': { not: 'Failed' }, 'spec.nodeName': 'one' }), text);
    assert.equal(formatFieldSelector({ 'spec.nodeName': 'one', 'status.phase': { not: 'Failed' } }), text);
    assert.equal(formatFieldSelector({}), '');
  });

  it('a field selector escapes special characters in values', () => {
    assert.equal(formatFieldSelector({ 'spec.size': String.raw`a,b=c\d` }), String.raw`spec.size=a\,b\=c\\d`);
  });
});
