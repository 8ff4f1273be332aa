// The tunnel of `dev` and its relay in the objects of an embedded cluster. The pods run nothing: the test is the relay.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { addAbortSignal, type Duplex, duplexPair } from 'node:stream';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { knownKind, type ObjectKey, objectKey, type StoredObject } from '../../../lib/api/index.ts';
import { greeting } from '../../../lib/cli/tunnel/relay.ts';
import { WebhookTunnel } from '../../../lib/cli/tunnel/webhook-tunnel.ts';
import type { Client } from '../../../lib/client/index.ts';
import { EmbeddedCluster, ManualClock, PodScript } from '../../../lib/testing/index.ts';
import { operator } from '../dev/project/app.ts';

const [deployments, pods, services] = [
  knownKind('apps/v1', 'Deployment'),
  knownKind('v1', 'Pod'),
  knownKind('v1', 'Service'),
];
const { namespace } = operator;

describe('a tunnel of webhooks', () => {
  let clock: ManualClock;
  let cluster: EmbeddedCluster;
  let client: Client;
  let local: Server;
  let tunnel: WebhookTunnel;
  /** The two ends of each stream, and the times at which streams were asked for. */
  let ends: { readonly near: Duplex; readonly end: Duplex }[];
  let attemptsMs: number[];
  let reports: string[];
  let isForwarding: boolean;

  beforeEach(async () => {
    clock = new ManualClock();
    cluster = await EmbeddedCluster.start({ clock });
    client = cluster.client();
    await cluster.apply(...operator.toJson());
    [ends, attemptsMs, reports, isForwarding] = [[], [], [], true];
    local = createServer((socket) => socket.on('error', () => socket.destroy()).pipe(socket)).listen(0, '127.0.0.1');
    await once(local, 'listening');
    const opening = WebhookTunnel.open(
      {
        ...{ client, clock, streams: { open }, port: (local.address() as AddressInfo).port },
        deployment: await client.get(deployments, { namespace, name: `${operator.name}-controller-manager` }),
        onLost: (error) => reports.push(`lost: ${String(error)}`),
        onRestored: () => reports.push('restored'),
      },
      new AbortController().signal,
    );
    tunnel = await passing(opening);
    await settled();
  });

  afterEach(async () => {
    await tunnel?.[Symbol.asyncDispose]();
    await cluster?.stop();
    local?.close();
  });

  /** Opens a stream, if the pod is there and listens. */
  async function open(key: ObjectKey, _port: number, signal: AbortSignal): Promise<Duplex> {
    attemptsMs.push(clock.monotonic());
    await client.get(pods, key);
    if (!isForwarding) throw new Error('the kubelet is away');
    const [near, end] = duplexPair();
    end.write(greeting);
    end.resume();
    ends.push({ near, end });
    return addAbortSignal(signal, near);
  }

  /** Moves the time until a promise is settled. */
  async function passing<Value>(promise: Promise<Value>): Promise<Value> {
    let isPending = true;
    const end = () => {
      isPending = false;
    };
    promise.then(end, end);
    while (isPending) await clock.advance(50);
    return await promise;
  }

  /** Moves the time until a condition is true. */
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await clock.advance(50);
  };

  const settled = () => until(() => waiting().length === 2);

  /** The streams that wait for calls. */
  const waiting = () => ends.filter(({ near, end }) => !near.destroyed && !end.writableEnded);

  function loseStreams(): void {
    for (const { end } of ends) end.end();
  }

  const relays = async (): Promise<readonly StoredObject[]> => {
    const selection = { namespace, labelSelector: 'operand-dev-relay' };
    return [...(await client.list(services, selection)).items, ...(await client.list(pods, selection)).items];
  };

  /** Sends a call through the last stream. @returns the response. */
  async function call(text: string): Promise<string> {
    const end = waiting().at(-1)?.end;
    assert.ok(end);
    end.write(text);
    const [response] = (await once(end, 'data')) as unknown[];
    return String(response);
  }

  it('a webhook tunnel leads from a Service to this machine', async () => {
    const [service] = await relays();
    assert.equal(tunnel.url, `https://${service?.metadata.name}.${namespace}.svc:443`);
    assert.equal(await call('hello'), 'hello');
  });

  it('a webhook tunnel replaces a deleted pod behind the same Service, and reports that once', async () => {
    const [service, first] = await relays();
    assert.ok(first);
    await client.delete(pods, objectKey(first));
    loseStreams();
    await until(() => reports.includes('restored'));
    await settled();
    const [same, second, ...others] = await relays();
    assert.deepEqual([same?.metadata.uid, others], [service?.metadata.uid, []]);
    assert.notEqual(second?.metadata.name, first.metadata.name);
    assert.equal(await call('again'), 'again');
    assert.match(reports[0] ?? '', /^lost: .*not found/);
    assert.deepEqual(reports.slice(1), ['restored']);
  });

  for (const [what, script] of [
    ['has crashed', PodScript.fail()],
    ['is no longer ready, as on a lost node', PodScript.neverReady()],
  ] as const) {
    it(`a webhook tunnel replaces a pod that ${what}`, async () => {
      const [, first] = await relays();
      assert.ok(first);
      isForwarding = false;
      loseStreams();
      await until(() => reports.length === 1);
      cluster.pods.script(({ name }) => name === first.metadata.name, script);
      isForwarding = true;
      await until(() => reports.includes('restored'));
      const [, second, ...others] = await relays();
      assert.notEqual(second?.metadata.name, first.metadata.name);
      assert.deepEqual(others, []);
    });
  }

  it('a webhook tunnel keeps its pod after a lost port-forward, and doubles the pauses between attempts', async () => {
    const before = await relays();
    isForwarding = false;
    loseStreams();
    attemptsMs = [];
    await until(() => attemptsMs.length >= 20);
    const times = [...new Set(attemptsMs)];
    const pauses = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
    assert.deepEqual(pauses, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    isForwarding = true;
    await until(() => reports.includes('restored'));
    assert.deepEqual(reports, ['lost: Error: the kubelet is away', 'restored']);
    assert.deepEqual(await relays(), before);
  });

  it('a webhook tunnel replaces streams that a server closes, without a report', async () => {
    loseStreams();
    await settled();
    assert.equal(ends.length, 5);
    assert.deepEqual(reports, []);
  });

  it('a closed webhook tunnel leaves no object in the cluster, even if it was lost before', async () => {
    isForwarding = false;
    loseStreams();
    const [, pod] = await relays();
    assert.ok(pod);
    await client.delete(pods, objectKey(pod));
    await until(() => reports.length === 1);
    await passing(tunnel[Symbol.asyncDispose]());
    await clock.advance(60_000);
    await cluster.settled();
    assert.deepEqual(await relays(), []);
  });
});
