import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { HttpClient, loadCredentials } from '../../../../lib/client/index.ts';
import { systemClock } from '../../../../lib/clock/index.ts';
import { VolumeProvisioner } from '../../../../lib/testing/cluster/volume/volume-provisioner.ts';
import { ControlPlane } from '../../../../lib/testing/index.ts';
import { until } from '../../../until.ts';

describe('VolumeProvisioner', { timeout: 30 * 60_000 }, () => {
  const end = new AbortController();
  let controlPlane: ControlPlane;
  let directory: string;
  let work: Promise<void>;
  before(async () => {
    controlPlane = await ControlPlane.start({ components: [] });
    directory = mkdtempSync(join(tmpdir(), 'operand-test-'));
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig: controlPlane.kubeconfig });
    const client = new HttpClient(credentials, { clock: systemClock });
    work = new VolumeProvisioner(client, systemClock, directory).run(end.signal);
  });
  after(async () => {
    end.abort();
    await assert.rejects(work, { name: 'AbortError' });
    await controlPlane.stop();
    rmSync(directory, { recursive: true });
  });

  async function kubectl(args: readonly string[], input?: object): Promise<string> {
    const options = input === undefined ? {} : { input: JSON.stringify(input) };
    const { stdout, stderr, exitCode } = await controlPlane.kubectl(args, options);
    assert.equal(exitCode, 0, stderr);
    return stdout;
  }

  /** Returns a claim of a pod that is scheduled. */
  function claim(name: string, volumeMode: string): object {
    return {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name, annotations: { 'volume.kubernetes.io/selected-node': 'node-1' } },
      spec: {
        storageClassName: 'standard',
        volumeMode,
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
      },
    };
  }

  it('the volume provisioner reports that it has no block devices, and continues with other claims', async () => {
    await kubectl(['create', '-f', '-'], claim('block', 'Block'));
    await kubectl(['create', '-f', '-'], claim('files', 'Filesystem'));
    await until('a volume', async () => (await kubectl(['get', 'pv', '-o', 'name'])) !== '');
    assert.equal(readdirSync(directory).length, 1);
    const ofClaims = '--field-selector=involvedObject.kind=PersistentVolumeClaim';
    const { items } = JSON.parse(await kubectl(['get', 'events', ofClaims, '-o', 'json']));
    const reported = items.map(({ involvedObject, reason, message }: Record<string, Record<string, string>>) => [
      involvedObject?.name,
      reason,
      message,
    ]);
    assert.deepEqual(reported, [
      [
        'block',
        'ProvisioningFailed',
        'volumes are directories here, and none is a block device: ask for volumeMode Filesystem',
      ],
    ]);
  });
});
