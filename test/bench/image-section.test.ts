import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImageRun } from '../../bench/image/image-run.ts';
import { imageText } from '../../bench/report/image-section.ts';
import { reportText } from '../../bench/report/report.ts';
import { machine } from './machine.ts';

/** Returns a round with some measured values. */
function runOf(round: number, of: { empty?: number; full?: number; created?: number; restarted?: number }): ImageRun {
  const { empty = 0.5, full = 0.5, created = 100, restarted = 100 } = of;
  const memory = (peakMib: number) => ({ peakMib, container: { peakMib: peakMib + 10, limitMib: 128 } });
  return {
    round,
    count: 1_000,
    startedAt: '2026-01-01T00:00:00Z',
    imageMib: 45.4,
    readySeconds: { empty, full },
    memory: { empty: memory(70), created: memory(created), full: memory(restarted) },
  };
}

describe('the report on the image', () => {
  it('the report on the image compares the median of rounds with each goal', () => {
    const text = imageText([0.8, 3, 0.9].map((empty, index) => runOf(index + 1, { empty, full: empty + 0.2 })));
    assert.match(text, /\| ready, with no resource, s \| 1 \| 0\.90 \| reached \|/);
    assert.match(text, /\| ready, with all resources, s \| 1 \| 1\.10 \| \*\*missed\*\* \|/);
  });

  it('the report on the image shows the higher memory of both ways to have all resources', () => {
    const peak = (created: number, restarted: number) => imageText([runOf(1, { created, restarted })]);
    assert.match(peak(100, 105), /\| peak RSS, MiB \| 105 \| 105\.00 \| reached \|/);
    assert.match(peak(110.5, 105), /\| peak RSS, MiB \| 105 \| 110\.50 \| \*\*missed\*\* \|/);
  });

  it('the report on the image omits goals if the rounds had another number of resources', () => {
    const text = imageText([{ ...runOf(1, {}), count: 100 }]);
    assert.doesNotMatch(text, /reached|missed/);
    assert.match(text, /\| started with all resources \| 1 \|/);
  });

  it('the report on the image has a row for each state of the manager', () => {
    const text = imageText([runOf(1, { empty: 0.7, full: 0.8, created: 101, restarted: 102 })]);
    assert.match(text, /\| started with no resource \| 1 \| 0\.70 \| 70\.0 \| 80\.0 \|/);
    assert.match(text, /\| the same, when it has created the children of all \| 1 \| {2}\| 101\.0 \| 111\.0 \|/);
    assert.match(text, /\| started with all resources \| 1 \| 0\.80 \| 102\.0 \| 112\.0 \|/);
    assert.match(text, /45 MiB to be pulled.*half a core and 128 MiB at most.*All resources are 1,000\./);
  });

  it('the report on the image is a section, which is empty without rounds', () => {
    const text = (image: readonly ImageRun[]) =>
      reportText([{ machine, rounds: [], image }]).get('benchmarks.md') ?? '';
    assert.match(text([runOf(1, {})]), /^Measured on 2026-01-01 at commit e, on 2 cores.*\n## The image, in a pod\n/ms);
    assert.doesNotMatch(text([]), /The image/);
  });
});
