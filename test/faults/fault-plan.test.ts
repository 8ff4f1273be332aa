import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FaultName, faultPlan, type PlannedRequest, plannedAdmission } from './fault-plan.ts';

const types: readonly PlannedRequest['type'][] = ['page', 'later page', 'stream', 'stream with list'];

function requests(watcher: string, count: number): PlannedRequest[] {
  return types.flatMap((type) => Array.from({ length: count }, (_, index) => ({ type, watcher, number: index + 1 })));
}

describe('faultPlan', () => {
  it('a fault plan has the same faults for the same seed, watcher and request, in any order of calls', () => {
    const plans = requests('a', 50).map((request) => faultPlan(7, request));
    const again = requests('a', 50)
      .toReversed()
      .map((request) => faultPlan(7, request))
      .toReversed();
    assert.deepEqual(again, plans);
  });

  it('a fault plan has other faults for another seed or watcher', () => {
    const plans = [
      requests('a', 20).map((request) => faultPlan(7, request)),
      requests('b', 20).map((request) => faultPlan(7, request)),
      requests('a', 20).map((request) => faultPlan(8, request)),
    ].map((each) => JSON.stringify(each));
    assert.equal(new Set(plans).size, plans.length);
  });

  it('a fault plan leaves some requests undisturbed, and uses every kind of fault', () => {
    const plans = requests('a', 5000).map((request) => faultPlan(1, request));
    assert.ok(plans.some(({ faults }) => faults.length === 0));
    const names = new Set<FaultName>(plans.flatMap(({ faults }) => faults.map(({ name }) => name)));
    assert.equal(names.size, 38);
  });

  it('a fault plan serves most connections, and breaks some in each other way', () => {
    const admissions = Array.from({ length: 10_000 }, (_, index) => plannedAdmission(1, 'client', index + 1));
    assert.deepEqual(new Set(admissions), new Set(['serve', 'reset', 'garble', 'hold']));
    assert.ok(admissions.filter((admission) => admission === 'serve').length > 9000);
  });
});
