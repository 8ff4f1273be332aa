// The next step of a rollout, from the servers as the caches have them.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type RolloutServer, ServerRollout, type ServerRolloutProps } from '../../../lib/index.ts';

/** Returns a healthy server with the old revision; the first is the primary. */
function server(ordinal: number, facts: Partial<RolloutServer> = {}): RolloutServer {
  return {
    name: `orders-${ordinal}`,
    ordinal,
    uid: `uid-${ordinal}`,
    resourceVersion: '1',
    revision: 'old',
    role: ordinal === 0 ? 'primary' : 'replica',
    isLeaving: false,
    isHealthy: true,
    ...facts,
  };
}

/** Returns a rollout to the new revision over three servers whose replicas may all take over. */
function rollout(servers: readonly RolloutServer[], facts: Partial<ServerRolloutProps> = {}): ServerRollout {
  const successors = servers.filter(({ role }) => role === 'replica');
  return new ServerRollout({ servers, instances: 3, revision: 'new', successors, ...facts });
}

/** Returns the step in words. */
function step(...input: Parameters<typeof rollout>): string {
  const next = rollout(...input).step;
  if (next === undefined) return 'wait';
  return 'replace' in next
    ? `replace ${next.replace.name}`
    : `${next.handOver.from.name} hands over to ${next.handOver.to.name}`;
}

const updated = { revision: 'new' };
const broken = { isHealthy: false };

describe('the next step of a rollout', () => {
  it('a rollout replaces the last outdated replica first, and hands over when all replicas are updated', () => {
    assert.equal(step([server(0), server(1), server(2)]), 'replace orders-2');
    assert.equal(step([server(0), server(1), server(2, updated)]), 'replace orders-1');
    assert.equal(step([server(0), server(1, updated), server(2, updated)]), 'orders-0 hands over to orders-1');
  });

  it('a rollout hands over to the preferred server, never to a removed one, and waits for a successor', () => {
    const servers = [server(0), server(1, updated), server(2, updated)];
    assert.equal(step(servers, { preferred: 'orders-2' }), 'orders-0 hands over to orders-2');
    assert.equal(step(servers, { instances: 2, preferred: 'orders-2' }), 'orders-0 hands over to orders-1');
    assert.equal(step(servers, { successors: [] }), 'wait');
  });

  it('a rollout hands over without a change if it prefers another server, or removes the primary’s pod', () => {
    const servers = [server(0, updated), server(1, updated), server(2, updated)];
    assert.equal(step(servers), 'wait');
    assert.equal(step(servers, { preferred: 'orders-1' }), 'orders-0 hands over to orders-1');
    const last = [server(0, { ...updated, role: 'replica' }), server(1, { ...updated, role: 'primary' })];
    assert.equal(step(last, { instances: 1 }), 'orders-1 hands over to orders-0');
  });

  it('a rollout doesn’t replace a broken replica while no server has the role of the primary', () => {
    assert.equal(step([server(1, broken), server(2)]), 'wait');
  });

  it('a rollout waits while two servers have the role of the primary', () => {
    assert.equal(step([server(0), server(1, { role: 'primary' }), server(2)]), 'wait');
  });

  it('a rollout replaces servers that have never started, even if these are all servers', () => {
    const never = { ...broken, role: 'unknown' as const };
    assert.equal(step([server(0, never), server(1, never), server(2, never)]), 'replace orders-0');
    assert.equal(step([server(0, { ...never, isLeaving: true }), server(1, never), server(2)]), 'replace orders-1');
  });

  it('a rollout replaces the only server, even a broken one', () => {
    assert.equal(step([server(0)], { instances: 1 }), 'replace orders-0');
    assert.equal(step([server(0, broken)], { instances: 1 }), 'replace orders-0');
  });

  it('a rollout on hold stops no healthy server, and replaces a broken one', () => {
    const hold = 'orders-2 copies the data';
    assert.equal(step([server(0), server(1), server(2)], { hold }), 'wait');
    assert.equal(step([server(0), server(1), server(2, broken)], { hold }), 'replace orders-2');
  });

  it('a rollout restarts a server for a setting, unless an earlier restart changed nothing', () => {
    const servers = [server(0, updated), server(1, { ...updated, restart: 'due' })];
    assert.equal(step([...servers, server(2, { ...updated, restart: 'ineffective' })]), 'replace orders-1');
    assert.equal(
      step([server(0, updated), server(1, { ...updated, restart: 'ineffective' }), server(2, updated)]),
      'wait',
    );
  });
});

describe('the number of pods of a rollout', () => {
  it('the pods of a rollout include the primary, and all servers while no primary is known', () => {
    assert.equal(ServerRollout.pods([server(0), server(1), server(2)], 1), 1);
    assert.equal(ServerRollout.pods([server(0, { role: 'replica' }), server(1, { role: 'primary' })], 1), 2);
    assert.equal(ServerRollout.pods([server(0, broken), server(1), server(2)], 1), 3);
    assert.equal(ServerRollout.pods([], 3), 3);
    assert.equal(ServerRollout.pods([server(0)], 0), 0);
  });
});

describe('the condition of a rollout', () => {
  it('the condition of a rollout has the next step, the cause of a wait, and the end', () => {
    const message = (...input: Parameters<typeof rollout>) => {
      const { status, reason, message: text } = rollout(...input).condition();
      return `${status} ${reason}: ${text}`;
    };
    const done = [server(0, updated), server(1, updated), server(2, updated)];
    assert.match(message(done), /^True UpToDate/);
    assert.match(message(done.slice(1)), /^Unknown ServersStart: 2 of 3 servers exist/);
    assert.match(message([server(0), server(1), server(2)]), /^False Restart: orders-2 restarts/);
    assert.match(message([server(0), ...done.slice(1)]), /^False Switchover: orders-0 hands over to orders-1/);
    assert.match(message([server(0), ...done.slice(1)], { hold: 'a backup runs' }), /^Unknown Held: .*a backup runs$/);
  });
});
