import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ControlPlane } from '../../lib/testing/index.ts';
import { type FaultCredentials, faultControlPlane, forgetHistory, runFaults } from './fault-process.ts';

/** Runs with the same seed have the same faults. The default is random, and printed. */
const seed = Number(process.env.OPERAND_FAULT_SEED ?? Date.now() % 1_000_000);

/** The number of faults of a run. */
const faultCount = Number(process.env.OPERAND_FAULT_COUNT ?? 2500);

const mostGrowthBytes = 24 * 2 ** 20;

/** One of each sort, and some rare ones. */
const expectedFaults = [
  ...['cut mid-line', 'cut mid-UTF-8', 'stall', 'reset mid-stream', '429 with Retry-After', '500', '410 in stream'],
  ...['slow drip', 'duplicate bookmark', 'late bookmark', 'swapped certificate', 'expired token', "server's own 410"],
];

describe('Watchers, stores and queues behind a faulty network', () => {
  let controlPlane: ControlPlane;
  let credentials: FaultCredentials;
  /** The sorts of faults of all runs. */
  const faults = new Set<string>();

  async function start(...options: Parameters<typeof faultControlPlane>): Promise<void> {
    [controlPlane, credentials] = await faultControlPlane(...options);
  }

  async function assertNothingLost(): Promise<void> {
    console.log(`OPERAND_FAULT_SEED=${seed} OPERAND_FAULT_COUNT=${faultCount} repeats this plan of faults`);
    const { report, errors } = await runFaults({ ...credentials, seed, faultCount, clientCount: 6 });
    assert.ok(report !== undefined, errors);
    console.log(JSON.stringify(report));
    assert.ok(report.faultCount >= faultCount);
    for (const name of Object.keys(report.faults)) faults.add(name);
    assert.ok(report.memoryGrowthBytes < mostGrowthBytes, `memory has grown by ${report.memoryGrowthBytes} bytes`);
  }

  describe('before an API server of the current release', () => {
    before(() => start());
    after(() => controlPlane.stop());

    it(`watchers, stores and queues lose nothing over ${faultCount} faults`, async () => {
      await forgetHistory(controlPlane);
      await assertNothingLost();
    });

    it('watchers, stores and queues lose nothing over a faulty network without streaming lists', async () => {
      await forgetHistory(controlPlane, { featureGates: { WatchList: false } });
      await assertNothingLost();
    });
  });

  describe('before an API server of the oldest supported release', () => {
    before(() => start({ release: 'oldest' }));
    after(() => controlPlane.stop());

    it('watchers, stores and queues lose nothing behind faults of the oldest API server', async () => {
      await forgetHistory(controlPlane);
      await assertNothingLost();
    });
  });

  it('the runs over a faulty network meet each sort of fault', () => {
    for (const name of expectedFaults) assert.ok(faults.has(name), `there was no "${name}"`);
  });
});
