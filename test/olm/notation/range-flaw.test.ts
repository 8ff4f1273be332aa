import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rangeFlaw } from '../../../lib/olm/notation/range-flaw.ts';

describe('a flaw of a range of versions', () => {
  it('is reported for a text that is not a range, with a valid one', () => {
    assert.equal(rangeFlaw('>=1.0.0 <2.0.0'), undefined);
    assert.equal(rangeFlaw('')?.what, 'the range is empty');
    const { what, remedy } = rangeFlaw('^1.0.0') ?? {};
    assert.equal(what, "'^1.0.0' is not a version range");
    assert.match(remedy ?? '', /^write one such as >=1\.0\.0 <2\.0\.0/);
  });
});
