import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { isOrphan, runName } from '../../../lib/testing/cluster/run-name.ts';

describe('runName', () => {
  it('tells whether the owner is still there', async () => {
    const owner = spawn('sleep', ['1000']);
    const name = runName(owner.pid ?? 0);
    assert.equal(isOrphan(name), false);
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    assert.equal(isOrphan(name), true);
  });

  it('does not take another process for the owner that has its number', () => {
    const [own] = /\d+$/.exec(runName(process.pid)) ?? [];
    assert.equal(isOrphan(`operand-cluster-${process.pid}-${own}`), false);
    assert.equal(isOrphan(`operand-cluster-${process.pid}-${Number(own) - 1}`), true);
  });

  it('leaves alone what is called otherwise', () => {
    for (const name of ['operand-cluster-', 'operand-cluster-1', 'operand-cluster-1-2-3', 'systemd-1-1']) {
      assert.equal(isOrphan(name), false, name);
    }
  });
});
