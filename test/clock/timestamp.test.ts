import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { microTimestamp, timestamp } from '../../lib/clock/index.ts';

const epochMs = Date.UTC(2030, 0, 2, 3, 4, 5, 67);

describe('timestamp', () => {
  it('a timestamp is RFC 3339 in UTC without fractions of a second', () => {
    assert.equal(timestamp(epochMs), '2030-01-02T03:04:05Z');
  });
});

describe('microTimestamp', () => {
  it('a micro timestamp has the six decimals that the API server requires', () => {
    assert.equal(microTimestamp(epochMs), '2030-01-02T03:04:05.067000Z');
  });
});
