import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PodsRun } from '../../bench/pods/pods-run.ts';
import { podsText } from '../../bench/report/pods-section.ts';

function runOf(of: Partial<PodsRun>): PodsRun {
  const counts = { round: 1, count: 100, childWrites: 200, statusWrites: 200, lagsMs: [1, 2, 3] };
  return { peer: 'operand', title: 'Operand', startedAt: '2026-01-01T00:00:00Z', ...counts, ...of };
}

describe('the report on pods that become ready', () => {
  it('the report on ready pods compares the median of the writes for a resource with the goal', () => {
    const text = (statusWrites: readonly number[]) =>
      podsText(statusWrites.map((each) => runOf({ statusWrites: each })));
    assert.match(text([200, 220, 400]), /\| status writes per resource \| 2\.2 \| 2\.20 \| reached \|/);
    assert.match(text([230]), /\| status writes per resource \| 2\.2 \| 2\.30 \| \*\*missed\*\* \|/);
  });

  it('the report on ready pods compares the latest condition with the goal', () => {
    assert.match(
      podsText([runOf({ lagsMs: [10, 251, 20] })]),
      /\| the latest \(ms\) \| 250 \| 251\.00 \| \*\*missed\*\* \|/,
    );
  });

  it('the report on ready pods has a row for each peer', () => {
    const text = podsText([runOf({}), runOf({ peer: 'controller-runtime', title: 'Peer', statusWrites: 255 })]);
    assert.match(
      text,
      /\| Operand \| 1 \| 2\.00 \| 2\.00 \| 2\.00 \| 3\.00 \|\n\| Peer \| 1 \| 2\.00 \| 2\.55 \| 2\.00 \| 3\.00 \|/,
    );
  });

  it('the report on ready pods is empty without rounds', () => assert.equal(podsText([]), ''));
});
