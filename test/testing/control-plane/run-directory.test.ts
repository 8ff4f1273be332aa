import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RunDirectory } from '../../../lib/testing/control-plane/run-directory.ts';

const run = new RunDirectory('/root', 20_001);

describe('RunDirectory', () => {
  it('a run directory is named after the port, so that two of one port cannot exist', () => {
    assert.equal(run.path, '/root/operand-control-plane-20001');
    assert.equal(run.server, 'https://127.0.0.1:20001');
  });

  it('a run directory has a separate kubeconfig for every ServiceAccount, whatever their names', () => {
    assert.notEqual(run.serviceAccountKubeconfig('a-b', 'c'), run.serviceAccountKubeconfig('a', 'b-c'));
    assert.notEqual(run.serviceAccountKubeconfig('a', 'b.c'), run.serviceAccountKubeconfig('b', 'c'));
  });

  it('a run directory keeps its sockets within the hundred characters that a system allows', () => {
    const inTemporaryDirectoryOfMac = new RunDirectory('/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T', 29_999);
    assert.ok(inTemporaryDirectoryOfMac.file('etcd-peer.sock').length < 104);
  });
});
