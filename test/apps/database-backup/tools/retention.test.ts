import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { archiveName, archiveTime } from '../../../../apps/database-backup/tools/archive-name.ts';
import { expiredArchives } from '../../../../apps/database-backup/tools/retention.ts';

const days = (...numbers: readonly number[]) => numbers.map((day) => `202611${String(day).padStart(2, '0')}T000000Z`);

describe('the retention of archives', () => {
  it('retention keeps all archives without a limit', () => {
    assert.deepEqual(expiredArchives(days(1, 2, 3), {}, '20261128T000000Z'), []);
  });

  it('retention keeps a number of the newest archives, in any order of names', () => {
    assert.deepEqual(expiredArchives(days(2, 4, 1, 3), { keep: 2 }, '20261128T000000Z'), days(2, 1));
  });

  it('retention removes archives over an age, counted from the newest run', () => {
    assert.deepEqual(expiredArchives(days(1, 7, 8, 15), { maxAgeDays: 7 }, '20261115T000000Z'), days(7, 1));
  });

  it('retention applies limits of number and age together', () => {
    assert.deepEqual(expiredArchives(days(1, 13, 14, 15), { keep: 2, maxAgeDays: 7 }, '20261115T000000Z'), days(13, 1));
  });

  it('retention never removes the newest archive', () => {
    assert.deepEqual(expiredArchives(days(1), { keep: 0, maxAgeDays: 1 }, '20261128T000000Z'), []);
    assert.deepEqual(expiredArchives([], { keep: 1 }, '20261128T000000Z'), []);
  });

  it('retention keeps the archive of its own run before those of a clock that was ahead', () => {
    assert.deepEqual(expiredArchives(days(15, 20, 21), { keep: 1 }, '20261115T000000Z'), days(21, 20));
    assert.deepEqual(expiredArchives(days(13, 14, 15, 20), { keep: 2 }, '20261115T000000Z'), days(13, 20));
  });
});

describe('the name of an archive', () => {
  it('the name of an archive is the time of its run in UTC, and sorts by it', () => {
    assert.equal(archiveName('2026-11-28T08:00:00+01:00'), '20261128T070000Z');
    assert.equal(archiveTime('20261128T070000Z'), Date.UTC(2026, 10, 28, 7));
  });

  it('only a time of a run is accepted as the name of an archive', () => {
    for (const name of ['.partial-20261128T070000Z', '../20261128T070000Z', 'lost+found', '']) {
      assert.equal(archiveTime(name), undefined);
    }
    assert.throws(
      () => archiveName('yesterday'),
      /^Failure: the time of the run, yesterday, is not RFC 3339: correct it$/,
    );
  });
});
