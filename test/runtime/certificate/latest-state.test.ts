import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LatestState } from '../../../lib/runtime/certificate/latest-state.ts';
import { storedObject } from '../stored-object.ts';

describe('the latest state of an object', () => {
  it('the latest state is the newest reported one, in whatever order', () => {
    const latest = new LatestState();
    assert.equal(latest.isKnown, false);
    latest.update(storedObject('a', 9));
    latest.update(storedObject('a', 8));
    assert.equal(latest.object?.metadata.resourceVersion, '9');
    latest.update(storedObject('a', 10));
    assert.equal(latest.object?.metadata.resourceVersion, '10');
  });

  it('the latest state is known also if the object doesn’t exist', () => {
    const latest = new LatestState();
    latest.update(undefined);
    assert.deepEqual([latest.isKnown, latest.object], [true, undefined]);
  });
});
