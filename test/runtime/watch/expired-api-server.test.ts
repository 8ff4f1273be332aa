// A watcher whose version a real API server has compacted while it was cut off. A proxy records the server's own
// responses.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { isJsonObject, type StoredObject } from '../../../lib/api/index.ts';
import { HttpClient, loadCredentials } from '../../../lib/client/index.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { Store, StoreWriter } from '../../../lib/runtime/cache/index.ts';
import { Watcher } from '../../../lib/runtime/watch/index.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { ControlPlane } from '../../../lib/testing/index.ts';
import { PacedClock } from '../../faults/paced-clock.ts';
import { kubectl } from '../../kubectl.ts';
import { ApiProxy } from '../../proxy/api-proxy.ts';
import type { ProxiedExchange } from '../../proxy/proxied-exchange.ts';
import { until } from '../../until.ts';
import { Etcd } from '../migration/etcd.ts';
import { configMap } from '../stored-object.ts';

/** A request that the API server has answered with 410, and the body of the response. */
interface Refusal {
  readonly request: 'list' | 'watch';
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

describe('a watcher whose version a real API server no longer keeps', () => {
  let controlPlane: ControlPlane;
  let etcd: Etcd;
  let proxy: ApiProxy;
  let client: HttpClient;
  let refusals: Refusal[];
  /** Called before the rest of a list is requested. */
  let beforeRest: () => Promise<void>;

  before(async () => {
    // Without streamed lists all lists are in pages.
    controlPlane = await ControlPlane.start({ components: [], apiServer: { featureGates: { WatchList: false } } });
    etcd = new Etcd(controlPlane);
    await kubectl(controlPlane, ['create', 'serviceaccount', 'watcher']);
    const account = '--serviceaccount=default:watcher';
    await kubectl(controlPlane, ['create', 'role', 'watcher', '--verb=list,watch', '--resource=configmaps']);
    await kubectl(controlPlane, ['create', 'rolebinding', 'watcher', '--role=watcher', account]);
    proxy = await ApiProxy.start(controlPlane, handle);
    const kubeconfig = await proxy.kubeconfig(await controlPlane.serviceAccountKubeconfig('default', 'watcher'));
    client = new HttpClient(await loadCredentials({ clock: systemClock, kubeconfig }), { clock: systemClock });
  });

  beforeEach(() => {
    refusals = [];
    beforeRest = async () => {};
  });

  after(async () => {
    await client?.close();
    await proxy?.stop();
    await etcd?.close();
    await controlPlane?.stop();
  });

  /** Forwards a request, two objects a page, and records the responses about an expired version. */
  async function handle(exchange: ProxiedExchange): Promise<void> {
    if (exchange.query.has('continue')) await beforeRest();
    const request = exchange.isWatch ? 'watch' : 'list';
    await exchange.forward({
      target: exchange.target.replace('limit=500', 'limit=2'),
      async *mangle(chunks, status) {
        for await (const chunk of chunks) {
          const text = chunk.toString();
          if (text.includes('"Expired"')) refusals.push({ request, status, body: JSON.parse(text) });
          yield chunk;
        }
      },
    });
  }

  async function restart(): Promise<void> {
    await controlPlane.stopApiServer();
    await etcd.compact();
    await controlPlane.startApiServer();
  }

  const put = (name: string, content: string) =>
    kubectl(controlPlane, ['apply', '--server-side', '-f', '-'], {
      ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels: { of: 'test' } }, data: { content } },
    });
  const remove = (...names: string[]) => kubectl(controlPlane, ['delete', 'configmap', ...names]);

  /** Watches until `work` is done. @returns the changes that subscribers have received since the first whole list. */
  async function changesDuring(work: (store: Store) => Promise<void>): Promise<readonly string[]> {
    const store = new Store({ kind: configMap, logger: silentLogger });
    const writer = new StoreWriter(store);
    const changes: string[] = [];
    const watcher = new Watcher(
      { client, clock: new PacedClock(1), logger: silentLogger },
      { kind: configMap, namespace: 'default', labelSelector: 'of=test', sink: writer },
    );
    const stop = new AbortController();
    const end = watcher.run(stop.signal);
    try {
      await writer.awaited();
      store.subscribe({
        changed: ({ type, object }) => changes.push(`${type} ${object.metadata.name} ${contentOf(object)}`),
        progressed() {},
        listStateChanged() {},
      });
      changes.splice(0);
      await work(store);
    } finally {
      stop.abort();
      await end;
    }
    return changes;
  }

  const shows = (store: Store, expected: Readonly<Record<string, string>>) =>
    until(`the store shows ${JSON.stringify(expected)}`, () => {
      const shown = store.list().map((object) => [object.metadata.name, contentOf(object)]);
      return JSON.stringify(Object.fromEntries(shown.sort())) === JSON.stringify(expected);
    });

  it('lists again after an error 410 in the stream, and shows all changes and deletions since', async () => {
    for (const name of ['changed', 'deleted', 'kept', 'replaced']) await put(name, 'old');
    const changes = await changesDuring(async (store) => {
      await put('changed', 'seen');
      await shows(store, { changed: 'seen', deleted: 'old', kept: 'old', replaced: 'old' });
      proxy.cut();
      await remove('deleted', 'replaced');
      for (const name of ['added', 'changed', 'replaced']) await put(name, 'new');
      await restart();
      await proxy.repair();
      await shows(store, { added: 'new', changed: 'new', kept: 'old', replaced: 'new' });
      await put('kept', 'watched');
      await shows(store, { added: 'new', changed: 'new', kept: 'watched', replaced: 'new' });
    });
    assert.deepEqual(changes.toSorted(), [
      'added added new',
      'added replaced new',
      'deleted deleted old',
      'deleted replaced old',
      'updated changed new',
      'updated changed seen',
      'updated kept watched',
    ]);
    const [{ request, status, body } = assert.fail('no response 410')] = refusals;
    assert.deepEqual([refusals.length, request, status, body.type], [1, 'watch', 200, 'ERROR']);
    assert.partialDeepStrictEqual(body.object, { kind: 'Status', code: 410, reason: 'Expired' });
    await remove('added', 'changed', 'kept', 'replaced');
  });

  it('lists again after a status 410 for the rest of a list, and shows nothing of the received page', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await put(name, 'old');
    const changes = await changesDuring(async (store) => {
      beforeRest = async () => {
        beforeRest = async () => {};
        await remove('a', 'd');
        await restart();
      };
      proxy.cut();
      await remove('c');
      await restart();
      await proxy.repair();
      await shows(store, { b: 'old' });
    });
    assert.deepEqual(changes.toSorted(), ['deleted a old', 'deleted c old', 'deleted d old']);
    const { request, status, body } = refusals.find((refusal) => refusal.request === 'list') ?? assert.fail('no 410');
    assert.deepEqual([request, status], ['list', 410]);
    assert.partialDeepStrictEqual(body, { kind: 'Status', code: 410, reason: 'Expired' });
    await remove('b');
  });
});

function contentOf({ data }: StoredObject): string {
  return isJsonObject(data) ? String(data.content) : '';
}
