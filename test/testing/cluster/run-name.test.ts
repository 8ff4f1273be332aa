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
    const [, start, namespace] = /-(\d+)-(\d+)$/.exec(runName(process.pid)) ?? [];
    assert.equal(isOrphan(`operand-cluster-${process.pid}-${start}-${namespace}`), false);
    assert.equal(isOrphan(`operand-cluster-${process.pid}-${Number(start) - 1}-${namespace}`), true);
  });

  it('leaves alone whose owner is in another container, where process ids are others', () => {
    const [, namespace] = /-(\d+)$/.exec(runName(process.pid)) ?? [];
    assert.equal(isOrphan(`operand-cluster-${process.pid}-1-${namespace}`), true);
    assert.equal(isOrphan(`operand-cluster-${process.pid}-1-${Number(namespace) + 1}`), false);
  });

  it('leaves alone what is called otherwise', () => {
    for (const name of [
      'operand-cluster-',
      'operand-cluster-1',
      'operand-cluster-1-2',
      'operand-cluster-1-2-3-4',
      'systemd-1-1-1',
    ]) {
      assert.equal(isOrphan(name), false, name);
    }
  });
});
