import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { memoryCgroup } from '../../bench/harness/container-memory.ts';
import { startedAtMs } from '../../bench/harness/cost.ts';
import { readyAtMs } from '../../bench/image/manager-pod.ts';

describe('the start of a process', () => {
  it('the start of a process is known to a few hundredths of a second', async () => {
    const before = Date.now();
    const child = spawn('cat', { stdio: ['pipe', 'ignore', 'inherit'] });
    const after = Date.now();
    const startedAt = startedAtMs(Number(child.pid));
    child.stdin.end();
    await once(child, 'exit');
    // Two clocks, each to a hundredth; the duration of any step is between the two readings.
    assert.ok(startedAt >= before - 20 && startedAt <= after + 20, JSON.stringify({ before, startedAt, after }));
  });
});

describe('the ready message of a manager', () => {
  it('the ready message of a manager has a time, also between other lines', () => {
    const log = [
      '(node:1) Warning: something',
      '{"level":"info","time":"2026-01-01T00:00:01.250Z","msg":"starting"}',
      '{"level":"info","time":"2026-01-01T00:00:02.375Z","objectCounts":{},"msg":"caches are full"}',
      '',
    ].join('\n');
    assert.equal(readyAtMs(log), Date.UTC(2026, 0, 1, 0, 0, 2, 375));
  });

  it('a missing ready message of a manager is reported with the log', () => {
    assert.throws(() => readyAtMs('{"msg":"starting"}\n'), /lacks 'caches are full':\n\{"msg":"starting"\}/);
  });
});

describe('the cgroup that limits memory', () => {
  it('the cgroup that limits memory is the one of the memory controller in version 1', () => {
    const text = '9:name=systemd:/\n4:cpu,memory:/pods/a:b\n1:cpuset:/\n0::/unified\n';
    assert.deepEqual(memoryCgroup(text), { version: 1, name: '/pods/a:b' });
  });

  it('the cgroup that limits memory is the only one in version 2', () => {
    assert.deepEqual(memoryCgroup('1:name=systemd:/a\n0::/pods/b\n'), { version: 2, name: '/pods/b' });
  });
});
