import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compareResourceVersions } from '../../../lib/api/object/resource-version.ts';

describe('compareResourceVersions', () => {
  it('resource versions that are whole numbers of any length are ordered as numbers', () => {
    const version = fc.bigInt({ min: 0n, max: 10n ** 40n });
    fc.assert(
      fc.property(version, version, (one, other) => {
        const order = compareResourceVersions(`${one}`, `${other}`);
        assert.equal(Math.sign(order), one < other ? -1 : one > other ? 1 : 0);
      }),
    );
  });

  it('resource versions that are one number in floating point are distinguished', () => {
    assert.ok(compareResourceVersions('9007199254740993', '9007199254740992') > 0);
  });

  it('resource versions that aren’t numbers have no order', () => {
    assert.ok(Number.isNaN(compareResourceVersions('12/a', '13')));
    assert.ok(Number.isNaN(compareResourceVersions('7', '07')));
    assert.equal(compareResourceVersions('12/a', '12/a'), 0);
  });
});
