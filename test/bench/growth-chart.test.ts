import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PeerName } from '../../bench/harness/peer.ts';
import type { RoundResult } from '../../bench/harness/result.ts';
import { growthChart } from '../../bench/report/growth-chart.ts';

function round(peer: PeerName, count: number, seconds: number): RoundResult {
  const cpu = { operator: 1, apiServer: 1, etcd: 1, harness: 0, others: 0 };
  const cold = { phase: 'cold', seconds: { converged: seconds }, cpu, requests: {}, peakMib: 100 } as const;
  return { peer, title: `The ${peer}`, round: 1, count, startedAt: '2026-01-01T00:00:00Z', phases: [cold] };
}

describe('the chart of growth', () => {
  it('the chart of growth shows the time for each resource by their number', () => {
    const rounds = [round('operand', 2_000, 5), round('operand', 1_000, 5), round('kopf', 1_000, 10)];
    const chart = growthChart(rounds) ?? '';
    // 5 ms for each of 1,000, and 2.5 ms for each of 2,000.
    assert.match(chart, /class="our-line" points="350,34 640,109"/);
    assert.doesNotMatch(chart, /The kopf/);
  });

  it('the chart of growth is absent if every peer was measured with one number of resources', () => {
    assert.equal(growthChart([round('operand', 1_000, 5), round('kopf', 2_000, 5)]), undefined);
  });
});
