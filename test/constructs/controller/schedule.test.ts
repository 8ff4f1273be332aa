import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DueOptions, type DueTimes, Schedule } from '../../../lib/index.ts';

const at = (time: string) => new Date(time);

/** Asks at `now` for a schedule that started last at `since`. */
function due(schedule: Schedule, since: string, now: string, deadline: Pick<DueOptions, 'deadlineSeconds'> = {}) {
  return schedule.due({ since: at(since), now: at(now), ...deadline });
}

const times = ({ start, missed, next }: DueTimes) => ({
  ...(start && { start: start.toISOString() }),
  ...(missed && { missed: missed.toISOString() }),
  next: next.toISOString(),
});

describe('a Schedule', () => {
  const everyFive = new Schedule('*/5 * * * *');

  it('a schedule starts nothing before its first time', () => {
    assert.deepEqual(times(due(everyFive, '2026-11-28T07:01:00Z', '2026-11-28T07:04:59.999Z')), {
      next: '2026-11-28T07:05:00.000Z',
    });
  });

  it('a schedule starts once, at the scheduled time itself', () => {
    assert.deepEqual(times(due(everyFive, '2026-11-28T07:01:00Z', '2026-11-28T07:05:00Z')), {
      start: '2026-11-28T07:05:00.000Z',
      next: '2026-11-28T07:10:00.000Z',
    });
    assert.deepEqual(times(due(everyFive, '2026-11-28T07:05:00Z', '2026-11-28T07:05:00.900Z')), {
      next: '2026-11-28T07:10:00.000Z',
    });
  });

  it('a schedule starts only the newest of several missed times', () => {
    const { start, missed } = due(everyFive, '2026-11-20T07:00:00Z', '2026-11-28T07:08:00Z');
    assert.deepEqual([start, missed], [at('2026-11-28T07:05:00Z'), undefined]);
  });

  it('a schedule reports a time as missed when its deadline is over', () => {
    const deadline = { deadlineSeconds: 60 };
    const inTime = due(everyFive, '2026-11-28T07:00:00Z', '2026-11-28T07:06:00Z', deadline);
    assert.deepEqual([inTime.start, inTime.missed], [at('2026-11-28T07:05:00Z'), undefined]);
    const late = due(everyFive, '2026-11-28T07:00:00Z', '2026-11-28T07:06:00.001Z', deadline);
    assert.deepEqual([late.start, late.missed], [undefined, at('2026-11-28T07:05:00Z')]);
  });

  it('a schedule starts nothing twice when the clock was set back, and starts again at the next time', () => {
    assert.deepEqual(times(due(everyFive, '2030-01-01T00:00:00Z', '2026-11-28T07:06:00Z')), {
      next: '2026-11-28T07:10:00.000Z',
    });
  });

  it('a schedule counts hours in its time zone', () => {
    const nightly = new Schedule('30 2 * * *', { timeZone: 'America/New_York' });
    assert.deepEqual(due(nightly, '2026-11-27T08:00:00Z', '2026-11-28T07:29:00Z').next, at('2026-11-28T07:30:00Z'));
  });

  it('a nightly schedule starts once on a day when clocks change', () => {
    const nightly = new Schedule('30 2 * * *', { timeZone: 'Europe/Berlin' });
    assert.deepEqual(due(nightly, '2026-03-28T12:00:00Z', '2026-03-28T12:00:00Z').next, at('2026-03-29T01:00:00Z'));
    const autumn = due(nightly, '2026-10-24T12:00:00Z', '2026-10-25T00:30:00Z');
    assert.deepEqual([autumn.start, autumn.next], [at('2026-10-25T00:30:00Z'), at('2026-10-26T01:30:00Z')]);
  });

  it('a schedule accepts seconds, and names such as @daily', () => {
    assert.deepEqual(
      due(new Schedule('*/10 * * * * *'), '2026-11-28T07:00:00Z', '2026-11-28T07:00:09Z').next,
      at('2026-11-28T07:00:10Z'),
    );
    assert.deepEqual(
      due(new Schedule('@daily'), '2026-11-28T07:00:00Z', '2026-11-28T07:00:00Z').next,
      at('2026-11-29T00:00:00Z'),
    );
  });

  for (const pattern of ['', 'daily', '61 * * * *', '* * * * * * *', '2030-01-01T00:00:00Z', '*,'.repeat(200)]) {
    it(`a schedule refuses the pattern ${JSON.stringify(pattern).slice(0, 30)}, and shows a valid form`, () => {
      assert.throws(() => new Schedule(pattern), {
        name: 'TypeError',
        message: /is not a cron pattern: write five fields/,
      });
    });
  }

  it('a schedule refuses an unknown time zone, and names it', () => {
    assert.throws(() => new Schedule('@daily', { timeZone: 'Mars/Olympus' }), {
      message: 'Mars/Olympus is not a time zone: write one such as Europe/Berlin',
    });
  });

  it('a schedule refuses a pattern that matches no future time', () => {
    assert.throws(() => due(new Schedule('0 0 30 2 *'), '2026-11-28T07:00:00Z', '2026-11-28T07:00:00Z'), {
      message: '0 0 30 2 * has no time to come: change its day, month or year',
    });
  });
});
