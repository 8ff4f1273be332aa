import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isOrphan, runName, trialName } from '../../../lib/testing/cluster/run-name.ts';

const [, place] = /-([0-9a-f]+)$/.exec(runName(process.pid)) ?? [];

describe('runName', () => {
  it('the name of a cluster’s run shows whether its owner is alive', () => {
    assert.equal(isOrphan(runName(process.pid)), false);
    // No process began before the machine did.
    assert.equal(isOrphan(`operand-cluster-${process.pid}-0-${place}`), true);
  });

  it('the name of a trial directory shows whether its owner is alive', () => {
    const name = `${trialName()}Ab12Cd`;
    assert.equal(isOrphan(name), false);
    assert.equal(isOrphan(name.replace(/-\d+-(?=[0-9a-f]{8}-)/, '-0-')), true);
  });

  it('the name of a cluster’s run leaves space for a kubelet’s sockets, whose paths are limited', () => {
    const longest = 'operand-cluster-4194304-9999999999-00000000';
    assert.equal(runName(process.pid).replace(/\d+-\d+/, '4194304-9999999999').length, longest.length);
    assert.ok(`/var/tmp/${longest}/node-1/kubelet/pod-resources/kubelet.sock`.length < 107);
  });

  it('a directory with a name of another form is no orphan', () => {
    for (const name of [
      'operand-cluster-',
      'operand-cluster-1',
      `operand-cluster-1-${place}`,
      `operand-cluster-1-2-3-${place}`,
      `systemd-1-1-${place}`,
    ]) {
      assert.equal(isOrphan(name), false, name);
    }
  });
});
