// A tunnel of `dev` on real nodes (test/e2e/dev-tunnel.test.ts) shows the streams themselves.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ApiError, loadCredentials } from '../../../lib/client/index.ts';
import { PortStreams } from '../../../lib/client/port-stream/index.ts';
import { systemClock as clock } from '../../../lib/clock/index.ts';
import { ControlPlane } from '../../../lib/testing/index.ts';

it('a stream that the API server refuses fails with its reason', async () => {
  await using controlPlane = await ControlPlane.start();
  const kubeconfig = await controlPlane.serviceAccountKubeconfig('default', 'default');
  const { signal } = new AbortController();
  const open = async (path: string) => {
    await using streams = new PortStreams(await loadCredentials({ clock, kubeconfig: path }), { clock });
    await streams.open({ namespace: 'default', name: 'absent' }, 9444, signal);
  };
  await assert.rejects(open(kubeconfig), (error) => {
    assert.ok(ApiError.is(error));
    assert.match(
      error.message,
      /can.t get portforward of Pod.v1 default\/absent: .*cannot get resource "pods\/portforward"/,
    );
    return true;
  });
  await assert.rejects(open(controlPlane.kubeconfig), /pods "absent" not found/);
});
