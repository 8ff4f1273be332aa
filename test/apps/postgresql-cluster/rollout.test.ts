// The waits and the restarts in a rollout of PostgreSQL servers, from the members of a cluster as the caches have them.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Member } from '../../../apps/postgresql-cluster/member.ts';
import { type Rollout, serverRollout } from '../../../apps/postgresql-cluster/rollout.ts';

/** Returns a healthy member with the old revision; the first is the primary. */
function member(ordinal: number, facts: Partial<Member> = {}): Member {
  return {
    name: `orders-${ordinal}`,
    ordinal,
    uid: `uid-${ordinal}`,
    resourceVersion: '1',
    revision: 'old',
    version: '15.20',
    role: ordinal === 0 ? 'primary' : 'replica',
    isBootstrapping: false,
    isEmpty: false,
    state: ordinal === 0 ? 'running' : 'streaming',
    timeline: 1,
    position: 1000,
    isPendingRestart: false,
    lowers: [],
    isLeaving: false,
    isReady: true,
    isHealthy: true,
    ...facts,
  };
}

/** Returns the condition of a rollout to the new revision. */
function message(members: readonly Member[], facts: Partial<Rollout> = {}): string {
  return serverRollout({
    cluster: 'orders',
    instances: 3,
    revision: 'new',
    configured: [],
    synchronous: undefined,
    preferredPrimary: undefined,
    fenced: [],
    members,
    ...facts,
  }).condition().message;
}

const updated = { revision: 'new' };

describe('a rollout of PostgreSQL servers', () => {
  it('a rollout waits until all other servers acknowledge commits', () => {
    const members = [member(0), member(1), member(2)];
    assert.match(message(members, { synchronous: ['orders-1'] }), /orders-2 doesn't acknowledge commits yet$/);
    assert.equal(message(members, { synchronous: ['orders-1', 'orders-2'] }), 'orders-2 restarts');
  });

  it('a rollout stops no other server while one is fenced, and leaves its pod', () => {
    const members = [member(0), member(1), member(2, { isReady: false, isHealthy: false })];
    assert.match(message(members, { fenced: [2] }), /no server stops now: orders-2 is fenced$/);
  });

  it('a rollout restarts a server once for settings that need it', () => {
    const pending = { ...updated, isPendingRestart: true };
    const members = [member(0, updated), member(1, pending), member(2, pending)];
    assert.equal(message(members, { configured: ['uid-0', 'uid-1'] }), 'orders-1 restarts');
    assert.match(message(members, { configured: ['uid-0'] }), /not up to date yet: orders-1, orders-2$/);
  });

  it('a rollout stops no server before the primary has lowered a setting', () => {
    const primary = member(0, { lowers: ['max_connections'] });
    assert.match(
      message([primary, member(1), member(2)]),
      /no server stops now: orders-0 restarts PostgreSQL first, to lower max_connections$/,
    );
  });

  it('a rollout hands over to the preferred primary, else to the one with the most WAL, if Patroni accepts it', () => {
    const members = [member(0), member(1, updated), member(2, { ...updated, position: 1001 })];
    assert.equal(message(members), 'orders-0 hands over to orders-2');
    assert.equal(message(members, { preferredPrimary: 1 }), 'orders-0 hands over to orders-1');
    const ahead = member(0, { ...updated, position: 100_000_000 });
    const up = [ahead, member(1, updated), member(2, updated)];
    assert.match(message(up, { preferredPrimary: 1 }), /^all servers have/);
  });
});
