import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StopSignals } from '../../../lib/cli/process/stop-signals.ts';
import { systemClock } from '../../../lib/clock/index.ts';

describe('StopSignals', () => {
  it('StopSignals stops once for a signal that also the parent process repeats, and ends the process at a later one', (t) => {
    let nowMs = 10_000;
    t.mock.method(systemClock, 'monotonic', () => nowMs);
    const exit = t.mock.method(process, 'exit', () => {});
    const stops: string[] = [];
    using signals = new StopSignals((name) => stops.push(name));
    process.emit('SIGINT', 'SIGINT');
    nowMs += 100;
    process.emit('SIGINT', 'SIGINT');
    assert.deepEqual([signals.signal.aborted, stops, exit.mock.callCount()], [true, ['SIGINT'], 0]);
    nowMs += 400;
    process.emit('SIGINT', 'SIGINT');
    assert.deepEqual([stops, exit.mock.callCount()], [['SIGINT'], 1]);
  });
});
