import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scaleText } from '../../bench/report/scale-section.ts';

describe('the report on several processes', () => {
  it('the report on several processes has time, CPU for each resource and memory of each process', () => {
    const run = { title: 'two', count: 2_000, startedAt: '2026-01-01T00:00:00Z', seconds: 12.344, cpuSeconds: 3 };
    const text = scaleText([{ ...run, peakMib: [100.2, 110.7] }]);
    assert.match(text, /^2,000 resources are created/m);
    assert.match(text, /\| two \| 12\.34 \| 1\.50 \| 100, 111 \|/);
  });

  it('the report on several processes is empty without rounds', () => assert.equal(scaleText([]), ''));
});
