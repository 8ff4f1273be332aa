import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reportText } from '../../bench/report/report.ts';
import { soakText } from '../../bench/report/soak-section.ts';
import type { SoakRun } from '../../bench/soak/soak-run.ts';
import { machine } from './machine.ts';

/** Returns a soak with a sample each minute. */
function soak(residentMib: readonly number[]): SoakRun {
  const samples = residentMib.map((mib, index) => ({ minutes: index, residentMib: mib, cpuSeconds: index }));
  return { startedAt: '2026-01-01T00:00:00Z', count: 1_000, seconds: 600, faults: 2, samples };
}

describe('the report on the soak', () => {
  it('the report on the soak compares the highest memory at the end with that after the warm-up', () => {
    assert.match(
      soakText(soak([50, 50, 100, 95, 100, 100, 105, 105, 100, 110, 100, 110]), ''),
      / 1\.10× \| \*\*missed/,
    );
    assert.match(soakText(soak([50, 50, 100, 100, 95, 100, 180, 180, 104, 104, 100, 104]), ''), / 1\.04× \| reached/);
  });

  it('the report on the soak states how much CPU time the operator used', () => {
    assert.match(soakText(soak(Array.from({ length: 13 }, () => 100)), ''), /used 20\.0 ms of CPU time a second/);
  });

  it('the report on the soak draws the memory over time', () => {
    const files = reportText([{ machine, rounds: [], soak: soak([50, 100, 75]) }]);
    assert.match(files.get('benchmarks.md') ?? '', /\(benchmarks-soak\.svg\)/);
    assert.match(files.get('benchmarks-soak.svg') ?? '', /points="60,109 350,34 640,72"/);
  });
});
