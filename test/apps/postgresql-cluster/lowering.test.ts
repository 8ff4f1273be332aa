import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loweredSettings } from '../../../apps/postgresql-cluster/lowering.ts';

/** A setting that waits for a restart. */
const pending = (old_value: string, new_value: string) => ({ old_value, new_value });

describe('the settings that the primary lowers first', () => {
  it('the primary lowers those settings first that replicas must not have lower', () => {
    assert.deepEqual(loweredSettings({ max_connections: pending('200', '50') }), ['max_connections']);
    assert.deepEqual(loweredSettings({ max_connections: pending('50', '200') }), []);
    assert.deepEqual(loweredSettings({ max_files_per_process: pending('2000', '1000') }), []);
  });

  it('the primary lowers settings only when replicas have the other settings', () => {
    const lower = { max_connections: pending('200', '50') };
    assert.deepEqual(loweredSettings({ ...lower, max_wal_senders: pending('10', '20') }), []);
    assert.deepEqual(loweredSettings({ ...lower, shared_buffers: pending('128MB', '1GB') }), []);
  });
});
