import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { byClaimSeries, claimSeriesOf } from '../../../lib/runtime/controller/claim-series.ts';
import { storedObject } from '../stored-object.ts';

describe('a volume claim', () => {
  it('the series of a volume claim is its name without the ordinal', () => {
    assert.deepEqual(byClaimSeries(storedObject('data-db-12', 1)), ['default/data-db']);
    assert.deepEqual(byClaimSeries(storedObject('data-db', 1)), []);
    assert.equal(claimSeriesOf('data-db-1-2'), 'data-db-1');
  });
});
