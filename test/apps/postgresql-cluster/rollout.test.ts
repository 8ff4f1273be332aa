// The next step of a rollout, from the members of a cluster as the caches have them.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Member } from '../../../apps/postgresql-cluster/member.ts';
import { nextStep, type Rollout } from '../../../apps/postgresql-cluster/rollout.ts';

/** Returns a healthy member with the old revision; the first is the primary. */
function member(ordinal: number, facts: Partial<Member> = {}): Member {
  return {
    name: `orders-${ordinal}`,
    ordinal,
    uid: `uid-${ordinal}`,
    resourceVersion: '1',
    revision: 'old',
    role: ordinal === 0 ? 'primary' : 'replica',
    state: ordinal === 0 ? 'running' : 'streaming',
    timeline: 1,
    position: 1000,
    isPendingRestart: false,
    isLeaving: false,
    isHealthy: true,
    ...facts,
  };
}

/** Returns the step in words. */
function step(members: readonly Member[], facts: Partial<Rollout> = {}): string {
  const rollout = {
    instances: 3,
    revision: 'new',
    configured: [],
    synchronous: undefined,
    preferredPrimary: undefined,
  };
  const next = nextStep({ ...rollout, members, ...facts });
  if (next === undefined) return 'wait';
  return 'replace' in next
    ? `replace ${next.replace.name}`
    : `${next.handOver.from.name} hands over to ${next.handOver.to.name}`;
}

const updated = { revision: 'new' };
const broken = { isHealthy: false };

describe('a rollout', () => {
  it('replaces the last outdated replica first, and hands over when the replicas are done', () => {
    assert.equal(step([member(0), member(1), member(2)]), 'replace orders-2');
    assert.equal(step([member(0), member(1), member(2, updated)]), 'replace orders-1');
    assert.equal(step([member(0), member(1, updated), member(2, updated)]), 'orders-0 hands over to orders-1');
  });

  it('leaves a replica that is promoted while the primary is gone', () => {
    assert.equal(step([member(1, { ...broken, state: 'running' }), member(2)]), 'wait');
  });

  it('waits while two servers have the role of the primary', () => {
    assert.equal(step([member(0), member(1, { role: 'primary', timeline: 2 }), member(2)]), 'wait');
  });

  it('replaces servers that have never started, also all of them', () => {
    const never = { ...broken, role: 'unknown' as const };
    assert.equal(step([member(0, never), member(1, never), member(2, never)]), 'replace orders-0');
    assert.equal(step([member(0, { ...never, isLeaving: true }), member(1, never), member(2)]), 'replace orders-1');
  });

  it('replaces the only server, also if it is broken', () => {
    assert.equal(step([member(0)], { instances: 1 }), 'replace orders-0');
    assert.equal(step([member(0, broken)], { instances: 1 }), 'replace orders-0');
  });

  it('waits until all other servers acknowledge commits', () => {
    assert.equal(step([member(0), member(1), member(2)], { synchronous: ['orders-1'] }), 'wait');
    assert.equal(
      step([member(0), member(1), member(2)], { synchronous: ['orders-1', 'orders-2'] }),
      'replace orders-2',
    );
  });

  it('restarts a server once for settings that need it', () => {
    const pending = { ...updated, isPendingRestart: true };
    const members = [member(0, updated), member(1, pending), member(2, pending)];
    assert.equal(step(members, { configured: ['uid-0', 'uid-1'] }), 'replace orders-1');
    assert.equal(step(members, { configured: ['uid-0'] }), 'wait');
  });

  it('hands over to no replica that Patroni would refuse', () => {
    const primary = member(0, { ...updated, position: 100_000_000 });
    const members = [primary, member(1, updated), member(2, updated)];
    assert.equal(step(members, { preferredPrimary: 1 }), 'wait');
  });
});
