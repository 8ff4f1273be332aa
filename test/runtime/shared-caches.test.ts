import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { type Kind, metadataOf, partOf, resolveKind } from '../../lib/api/index.ts';
import type { Client, ListOptions, WatchOptions } from '../../lib/client/index.ts';
import type { CachedKind } from '../../lib/constructs/index.ts';
import { SharedCaches } from '../../lib/runtime/shared-caches.ts';
import { textAt } from '../../lib/schema/json-part.ts';
import type { ManualClock } from '../../lib/testing/index.ts';
import { jsonObject } from '../../lib/testing/scenario/decoded-object.ts';
import { ObservedCluster } from './observed-cluster.ts';
import { RecordingLogger } from './recording-logger.ts';
import { configMap, configMapKind, keyOf, operatorName, podKind } from './shelf.ts';

const nodeKind = resolveKind(k8s.KubeNode);

const monitorKind: Kind = {
  group: 'monitoring.example.org',
  version: 'v1',
  kind: 'Monitor',
  plural: 'monitors',
  scope: 'Namespaced',
};

describe('the caches of a process', () => {
  let server: ObservedCluster;
  let asked: string[];
  let logger: RecordingLogger;
  let clock: ManualClock;
  let stop: AbortController;

  beforeEach(async () => {
    server = await ObservedCluster.start();
    asked = [];
    logger = new RecordingLogger();
    clock = server.clock;
    stop = new AbortController();
  });

  afterEach(async () => {
    stop.abort();
    await clock.advance(0);
  });

  /** A client that records the watched objects, and their views. */
  function client(): Pick<Client, 'list' | 'watch' | 'serves'> {
    const plain = server.client();
    const selection = ({ namespace, labelSelector, fieldSelector, content }: ListOptions | WatchOptions) =>
      [namespace, labelSelector, fieldSelector, content].filter((part) => part !== undefined).join(' ');
    return {
      list: (kind, options) => plain.list(kind, options),
      serves: (kind, options) => plain.serves(kind, options),
      watch: (kind, options) => {
        asked.push(`${kind.plural} ${selection(options)}`.trim());
        return plain.watch(kind, options);
      },
    };
  }

  const caches = (watchNamespaces?: readonly string[]) =>
    new SharedCaches({ client: client(), clock, logger }, { fieldManager: operatorName, watchNamespaces });

  async function fill(filled: SharedCaches): Promise<void> {
    for (const runnable of filled.runnables) void runnable.run(stop.signal);
    await clock.advance(0);
  }

  it('caches watch a kind once for several controllers with the same options', async () => {
    const shared = caches();
    const pods = shared.storeOf({ kind: podKind, labelSelector: { matchLabels: { app: 'web', tier: 'a' } } }, 'read');
    const same = shared.storeOf(
      {
        kind: { ...podKind },
        labelSelector: {
          matchLabels: { tier: 'a' },
          matchExpressions: [{ key: 'app', operator: 'In', values: ['web'] }],
        },
      },
      'write',
    );
    assert.equal(pods, same);
    await fill(shared);
    assert.deepEqual(asked, ['pods app=web,tier=a']);
    assert.equal(shared.runnables.length, 1);
  });

  it('each cache has a state, with the failure of its watch until something arrives', async () => {
    const away = new Error('away');
    let isAway = true;
    const answering = client();
    const failing: ReturnType<typeof client> = {
      ...answering,
      watch: (...request) => {
        if (isAway) throw away;
        return answering.watch(...request);
      },
    };
    const shared = new SharedCaches({ client: failing, clock, logger }, { fieldManager: operatorName });
    const writable = shared.storeOf({ kind: configMapKind }, 'write');
    await fill(shared);
    const state = { title: 'ConfigMap.v1', objectCount: 0, listState: 'not-listed', failure: 'away' };
    assert.deepEqual(shared.states, [state]);
    isAway = false;
    await clock.advance(2_000);
    assert.deepEqual(shared.states, [
      { ...state, objectCount: writable.size, listState: 'listed', failure: undefined },
    ]);
  });

  it('caches watch each namespace once, in the order of their names', () => {
    const shared = caches(['two', 'one', 'two']);
    shared.storeOf({ kind: podKind }, 'read');
    assert.deepEqual(
      shared.runnables.map(({ name }) => name),
      ['Pod.v1 in one', 'Pod.v1 in two'],
    );
  });

  it('a start waits only some seconds for a third-party kind whose lists fail', async () => {
    for (const kind of [monitorKind, nodeKind]) server.faults.fail(kind, 503);
    const shared = new SharedCaches(
      { client: client(), clock, logger },
      { fieldManager: operatorName, isThirdParty: ({ group }) => group === monitorKind.group },
    );
    shared.storeOf({ kind: monitorKind }, 'read');
    const ready: string[] = [];
    await fill(shared);
    for (const runnable of shared.runnables) void runnable.ready?.().then(() => ready.push(runnable.name));
    await clock.advance(2_000);
    assert.deepEqual(ready, []);
    assert.equal(shared.isReady, false);
    await clock.advance(10_000);
    assert.deepEqual(ready, ['Monitor.monitoring.example.org/v1']);
    assert.equal(shared.isReady, true);
    shared.storeOf({ kind: nodeKind }, 'read');
    await fill(shared);
    await clock.advance(300_000);
    assert.equal(shared.isReady, false);
  });

  it('a start waits only half a minute for a third-party kind whose server stays silent', async () => {
    const silent = (_: Kind, options: ListOptions | WatchOptions = {}): Promise<never> =>
      new Promise((_resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      });
    const quiet: Pick<Client, 'list' | 'watch' | 'serves'> = {
      list: silent,
      serves: silent,
      async *watch(kind, options) {
        yield await silent(kind, options);
      },
    };
    const shared = new SharedCaches(
      { client: quiet, clock, logger },
      { fieldManager: operatorName, isThirdParty: ({ group }) => group === monitorKind.group },
    );
    const monitors = shared.storeOf({ kind: monitorKind }, 'read');
    await fill(shared);
    await clock.advance(25_000);
    assert.equal(shared.isReady, false);
    await clock.advance(5_000);
    assert.deepEqual([shared.isReady, monitors.listState()], [true, 'not-listed']);
    shared.storeOf({ kind: nodeKind }, 'read');
    await fill(shared);
    await clock.advance(300_000);
    assert.equal(shared.isReady, false);
  });

  it('caches log a failure of all namespaces of a kind in one line, and its end in another', async () => {
    await server.withdraw(monitorKind);
    const shared = new SharedCaches(
      { client: client(), clock, logger },
      { fieldManager: operatorName, watchNamespaces: ['a', 'b', 'c'], isThirdParty: () => true },
    );
    shared.storeOf({ kind: monitorKind }, 'read');
    await fill(shared);
    await clock.advance(60_000);
    await server.serve(monitorKind);
    await clock.advance(60_000);
    const lines = logger.lines.filter(({ message }) => /Monitor|are listed and watched/.test(message));
    assert.deepEqual(
      lines.filter(({ level }) => level !== 'debug').map(({ level }) => level),
      ['warn', 'info'],
    );
  });

  it('caches log once that all of them are full, with their sizes', async () => {
    await server.put(configMapKind, configMap('a', '1'));
    const shared = caches(['default', 'books']);
    shared.storeOf({ kind: configMapKind }, 'read');
    shared.storeOf({ kind: nodeKind }, 'read');
    const runnables = shared.runnables;
    const said = () => logger.lines.filter(({ message }) => message === 'caches are full');
    const ready = Promise.all(runnables.map(async (runnable) => await runnable.ready?.()));
    for (const runnable of runnables.slice(1)) void runnable.run(stop.signal);
    await clock.advance(0);
    assert.deepEqual(said(), []);
    void runnables[0]?.run(stop.signal);
    await clock.advance(0);
    await ready;
    assert.deepEqual(said(), [
      {
        level: 'info',
        message: 'caches are full',
        fields: { objectCounts: { 'ConfigMap.v1': 2, 'Node.v1': 0 }, namespaces: ['default', 'books'] },
      },
    ]);
  });

  it('caches watch a kind separately for different selections or views', async () => {
    const shared = caches();
    const part = partOf(k8s.KubePod, ({ spec }) => ({ node: spec?.nodeName }));
    const other = partOf(k8s.KubePod, ({ spec }) => ({ host: spec?.hostname }));
    const cached: CachedKind[] = [
      { kind: podKind },
      { kind: podKind, labelSelector: { matchLabels: { app: 'web' } } },
      { kind: podKind, fieldSelector: { 'spec.nodeName': 'one', 'status.phase': { not: 'Failed' } } },
      { kind: podKind, view: metadataOf(k8s.KubePod) },
      { kind: podKind, view: part },
      { kind: podKind, view: other },
    ];
    const stores = cached.map((each) => shared.storeOf(each, 'read'));
    assert.equal(new Set(stores).size, cached.length);
    assert.equal(shared.storeOf({ kind: podKind, view: metadataOf(k8s.KubePod) }, 'read'), stores[3]);
    assert.equal(shared.storeOf({ kind: podKind, view: part }, 'read'), stores[4]);
    await fill(shared);
    assert.deepEqual(asked, [
      'pods',
      'pods app=web',
      'pods spec.nodeName=one,status.phase!=Failed',
      'pods metadata',
      'pods',
      'pods',
    ]);
    assert.deepEqual(
      shared.runnables.map(({ name }) => name),
      [
        'Pod.v1',
        'Pod.v1 app=web',
        'Pod.v1 spec.nodeName=one,status.phase!=Failed',
        'Pod.v1 #3',
        'Pod.v1 #4',
        'Pod.v1 #5',
      ],
    );
  });

  it('caches keep managed fields only of written objects, and of these the operator’s own', async () => {
    await server.edit(configMapKind, configMap('x', '1'), operatorName);
    await server.edit(configMapKind, { ...configMap('x', '1'), data: { other: '2' } }, 'another-actor');
    const managers = async (...uses: readonly ('read' | 'write')[]) => {
      const shared = caches();
      for (const use of uses) shared.storeOf({ kind: configMapKind }, use);
      await fill(shared);
      const object = shared.storeOf({ kind: configMapKind }, 'read').get(keyOf('x'));
      return object?.metadata.managedFields?.map(({ manager }) => manager);
    };
    assert.equal(await managers('read'), undefined);
    assert.deepEqual(await managers('write'), [operatorName]);
    assert.deepEqual(await managers('read', 'write', 'read'), [operatorName]);
  });

  it('caches keep only the view of an object, and only its metadata if the view throws', async () => {
    await server.put(configMapKind, configMap('x', '1'));
    await server.put(configMapKind, configMap('y', 'broken'));
    const view = partOf(k8s.KubeConfigMap, ({ data }) => {
      if (data?.content === 'broken') throw new Error('no content');
      return { length: data?.content?.length, metadata: undefined as never };
    });
    const shared = caches();
    const store = shared.storeOf({ kind: configMapKind, view }, 'read');
    const metadata = shared.storeOf({ kind: configMapKind, view: metadataOf(k8s.KubeConfigMap) }, 'read');
    await fill(shared);
    const kept = store.get(keyOf('x'));
    const { managedFields: _, ...metadataOfX } = server.object(configMapKind, keyOf('x'))?.metadata ?? {};
    assert.deepEqual(kept, {
      length: 1,
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: metadataOfX,
    });
    assert.deepEqual(Object.keys(store.get(keyOf('y')) ?? {}), ['apiVersion', 'kind', 'metadata']);
    assert.deepEqual(Object.keys(metadata.get(keyOf('x')) ?? {}), ['apiVersion', 'kind', 'metadata']);
    assert.deepEqual(
      logger.lines.map(({ level, message, fields }) => [level, message, fields.object]),
      [['error', 'the view of a kind has failed', 'default/y']],
    );
  });

  it('caches watch each namespace of a confined operator separately, and no others', async () => {
    for (const namespace of ['one', 'two', 'three']) {
      await server.put(configMapKind, { ...configMap('x', namespace), metadata: { name: 'x', namespace } });
    }
    const shared = caches(['two', 'one']);
    const boxes = shared.storeOf({ kind: configMapKind }, 'read');
    shared.storeOf({ kind: nodeKind }, 'read');
    assert.equal(shared.isReady, false);
    await fill(shared);
    assert.deepEqual(asked.toSorted(), ['configmaps one', 'configmaps two', 'nodes']);
    assert.deepEqual(
      shared.runnables.map(({ name }) => name),
      ['ConfigMap.v1 in one', 'ConfigMap.v1 in two', 'Node.v1'],
    );
    assert.deepEqual(
      boxes.list().flatMap((box) => textAt(jsonObject(box), 'data.content') || []),
      ['one', 'two'],
    );
    assert.equal(shared.isReady, true);
  });

  it('caches select objects by their labels and namespaces', () => {
    const cached = { kind: podKind, labelSelector: { matchLabels: { app: 'web' } } };
    const store = caches(['one']).storeOf(cached, 'read');
    const selects = (namespace: string, labels: Readonly<Record<string, string>>) =>
      store.selects({ metadata: { name: 'x', namespace, labels } });
    assert.deepEqual(
      [selects('one', { app: 'web' }), selects('two', { app: 'web' }), selects('one', {})],
      [true, false, false],
    );
  });
});
