import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { hasEnded, isReused, processIdentity, processState } from '../../../lib/testing/supervisor/process-identity.ts';

const [, start, place] = processIdentity(process.pid).split('-');

describe('processIdentity', () => {
  it('the identity of a process shows whether the process is alive', async () => {
    const child = spawn('sleep', ['1000']);
    const identity = processIdentity(child.pid ?? 0);
    assert.equal(hasEnded(identity), false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(hasEnded(identity), true);
    assert.equal(isReused(identity), false);
    assert.throws(() => processIdentity(child.pid ?? 0), /process \d+ has ended/);
  });

  it('the identity of a process doesn’t stand for another process of the same number', () => {
    assert.equal(hasEnded(`${process.pid}-${start}-${place}`), false);
    assert.equal(hasEnded(`${process.pid}-${Number(start) - 1}-${place}`), true);
    assert.equal(isReused(`${process.pid}-${start}-${place}`), false);
    assert.equal(isReused(`${process.pid}-${Number(start) - 1}-${place}`), true);
  });

  it('a process of another container or machine never counts as ended', () => {
    assert.equal(hasEnded(`${process.pid}-1-${place}`), true);
    assert.equal(hasEnded(`${process.pid}-1-00000000`), false);
  });

  it('the state of a process is unknown for another container or machine, and for a random identity', () => {
    assert.equal(processState(`${process.pid}-${start}-${place}`), 'alive');
    assert.equal(processState(`${process.pid}-1-${place}`), 'gone');
    for (const identity of [`${process.pid}-1-00000000`, randomUUID()]) assert.equal(processState(identity), 'unknown');
  });

  it('a text of no process identity never counts as an ended process', () => {
    for (const text of ['', '1', '1-2', `1-2-${place}0`, `0-1-2-${place}`, `a-1-${place}`]) {
      assert.equal(hasEnded(text), false, text);
    }
  });
});
