// The probe of `dev` for an address at which webhooks are called, on a real API server.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { validatingConfigurationKind } from '../../../lib/api/index.ts';
import { type FoundWebhookPlace, webhookPlace } from '../../../lib/cli/dev/webhook-place.ts';
import { reachedHost } from '../../../lib/cli/dev/webhook-probe.ts';
import { Failure } from '../../../lib/cli/failure.ts';
import { HttpClient, loadCredentials } from '../../../lib/client/index.ts';
import { systemClock as clock } from '../../../lib/clock/index.ts';
import type { ControlPlane } from '../../../lib/testing/index.ts';
import { kubectl } from '../../kubectl.ts';
import { sharedControlPlane } from '../../shared-control-plane.ts';

describe('the probe for an address of webhooks', () => {
  let controlPlane: ControlPlane;
  let client: HttpClient;
  const { signal } = new AbortController();
  const operator = 'note-operator';

  before(async () => {
    controlPlane = await sharedControlPlane();
    client = new HttpClient(await loadCredentials({ clock, kubeconfig: controlPlane.kubeconfig }), { clock });
  });

  after(() => client?.close());

  const openTunnel = async () => {
    throw new Failure('none in this test');
  };

  const reached = (...hosts: readonly string[]) =>
    reachedHost(hosts, { client, clock, operator, address: { port: 0 } }, signal);

  it('the probe for webhooks returns the first host by which a call of the API server arrives', async () => {
    assert.deepEqual(await reached('absent.invalid', '127.0.0.1', 'localhost'), { host: '127.0.0.1' });
  });

  it('the probe for webhooks returns the API server’s error if no call arrives, and leaves no object', async () => {
    const found = await reached('absent.invalid');
    assert.ok('failure' in found);
    assert.match(found.failure, /failed calling webhook "host-0\.dev-probe\.note-operator": .*absent\.invalid/);
    const { items } = await client.list(validatingConfigurationKind);
    assert.deepEqual(
      items.filter(({ metadata }) => metadata.name.startsWith(operator)),
      [],
    );
  });

  it('the probe for webhooks finds loopback for an API server of this machine, and listens only there', async () => {
    for (const url of [controlPlane.server, 'https://[::1]:6443']) {
      const ports = { client, clock, server: new URL(url), operator, openTunnel };
      const found: FoundWebhookPlace = await webhookPlace({}, ports, signal);
      assert.deepEqual(found, { place: { webhookUrl: 'https://127.0.0.1', webhookAddress: '127.0.0.1:0' } });
    }
  });

  it('webhook calls stay with the operator in the cluster if the account may not register webhooks', async () => {
    await kubectl(controlPlane, ['create', 'serviceaccount', 'weak']);
    const kubeconfig = await controlPlane.serviceAccountKubeconfig('default', 'weak');
    const weak = new HttpClient(await loadCredentials({ clock, kubeconfig }), { clock });
    const found = await webhookPlace(
      {},
      { client: weak, clock, server: new URL(controlPlane.server), operator, openTunnel },
      signal,
    );
    await weak.close();
    assert.ok('remark' in found);
    assert.match(
      found.remark,
      /not these: no call arrives by 127\.0\.0\.1, .* \(.*403 Forbidden.*\), and by no tunnel \(none in this test\); give --webhook-url /,
    );
  });

  it('the probe for webhooks tries only the address that an option names', async () => {
    const ports = { client, clock, server: new URL('https://192.0.2.1:6443'), operator, openTunnel };
    for (const host of ['127.0.0.1', '[::ffff:7f00:1]']) {
      const webhookAddress = `${host}:0`;
      const found = await webhookPlace({ webhookAddress }, ports, signal);
      assert.deepEqual(found, { place: { webhookUrl: `https://${host}`, webhookAddress } });
    }
  });
});
