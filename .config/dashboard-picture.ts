// Draws the dashboard with the operators of the apps on an embedded cluster: docs/dashboard-light.png and -dark.png, and
// its manager as docs/dashboard-manager-….png. Needs Chromium.

import { writeFileSync } from 'node:fs';
import { App } from 'cdk8s';
import { DatabaseOperator } from '../apps/database/operator.ts';
import { MemcachedOperator } from '../apps/memcached/operator.ts';
import { definitionKind, type KubernetesObject } from '../lib/api/index.ts';
import { Board } from '../lib/cli/dashboard/board.ts';
import { DashboardServer } from '../lib/cli/dashboard/dashboard-server.ts';
import { watchBoard } from '../lib/cli/dashboard/watched-board.ts';
import { watchedKinds } from '../lib/cli/dashboard/watched-kind.ts';
import { managerWork } from '../lib/cli/dev/manager-report.ts';
import { endedReconcile } from '../lib/cli/dev/reconcile-line.ts';
import { systemClock as clock } from '../lib/clock/index.ts';
import type { Operator } from '../lib/constructs/index.ts';
import { type ManagerState, type RecordedReconcile, runManager } from '../lib/runtime/index.ts';
import { fieldsIn } from '../lib/schema/index.ts';
import { silentLogger as logger, silentMetrics as metrics } from '../lib/telemetry/index.ts';
import { EmbeddedCluster, PodScript } from '../lib/testing/index.ts';
import { Chromium } from '../test/e2e/dashboard/chromium.ts';
import { until } from '../test/until.ts';

const release = { version: '1.0.0', image: 'example.com/operator:1.0.0' };
const app = new App();
const operators: readonly Operator[] = [
  new MemcachedOperator(app, 'memcached-operator', release),
  new DatabaseOperator(app, 'database-operator', release),
];

await using cluster = await EmbeddedCluster.start();
cluster.pods.script(({ name }) => name.startsWith('orders'), PodScript.neverReady());
const manifests: readonly KubernetesObject[] = operators.flatMap((operator) => operator.toJson());
await cluster.apply(...manifests.filter(({ kind }) => kind === definitionKind.kind).map(withoutConversion));
for (const name of ['shop', 'billing', 'search'])
  await cluster.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
await cluster.apply(...resources());

const stop = new AbortController();
const ports = { connect: () => cluster.client(), clock, logger, metrics };
const kinds = watchedKinds(operators);
const shown = { operators: operators.map(({ name }) => name), cluster: 'https://127.0.0.1:6443/' };
const board = new Board({ ...shown, kinds }, clock);
const states: (() => ManagerState)[] = [];
const managerOptions = {
  hostname: 'here',
  onCreated: (state: () => ManagerState) => void states.push(state),
  onReconcile: (ended: RecordedReconcile) => board.recordReconcile(endedReconcile(ended)),
};
const running = operators.map((operator) => runManager(operator, ports, managerOptions, stop.signal));
running.push(watchBoard(board, { kinds, client: cluster.client(), clock, logger }, stop.signal));
await using server = await DashboardServer.open(board, 0, clock);
await using browser = await Chromium.start();
await draw();
stop.abort();
await Promise.all(running);

async function draw(): Promise<void> {
  const readyCount = () => board.resources.filter((uid) => board.row(uid)?.health === 'ready').length;
  await until('all but one are ready', () => readyCount() === board.resources.length - 1);
  await cluster.apply(database('shop', 'catalog', 4));
  const catalog = () => board.resources.map((uid) => board.row(uid)).find((row) => row?.name === 'catalog');
  await until('the catalog has grown', () => catalog()?.childCount === 7 && catalog()?.health === 'ready');
  const size = { width: 1180, height: 610, deviceScaleFactor: 1, mobile: false };
  await browser.send('Emulation.setDeviceMetricsOverride', size);
  await browser.send('Page.navigate', { url: server.url });
  for (const scheme of ['light', 'dark']) {
    const features = [{ name: 'prefers-color-scheme', value: scheme }];
    await browser.send('Emulation.setEmulatedMedia', { features });
    await browser.evaluate(`location.hash = ${JSON.stringify(catalog()?.uid)}`);
    await until('the tree is drawn', async () =>
      Boolean(await browser.evaluate(`document.querySelector('h2')?.textContent.includes('catalog')`)),
    );
    await capture(scheme);
    board.recordWork(managerWork(wholeState(), clock.now()));
    await browser.evaluate(`location.hash = 'manager'`);
    await until('the caches are drawn', async () =>
      Boolean(await browser.evaluate(`document.querySelectorAll('.manager tr').length > 20`)),
    );
    await capture(`manager-${scheme}`);
  }
}

function wholeState(): ManagerState {
  const present = states.map((state) => state());
  return { queues: present.flatMap(({ queues }) => queues), caches: present.flatMap(({ caches }) => caches) };
}

async function capture(name: string): Promise<void> {
  const { data } = await browser.send('Page.captureScreenshot', { format: 'png' });
  writeFileSync(`docs/dashboard-${name}.png`, Buffer.from(String(data), 'base64'));
}

function database(namespace: string, name: string, replicas: number): KubernetesObject {
  return {
    ...{ apiVersion: 'example.com/v1', kind: 'Database', metadata: { namespace, name } },
    spec: { engine: 'postgresql', version: '14.5', replicas, storage: '10Gi' },
  };
}

function resources(): readonly KubernetesObject[] {
  const memcached = (namespace: string, name: string, size: number) => ({
    ...{ apiVersion: 'cache.example.com/v1alpha1', kind: 'Memcached', metadata: { namespace, name }, spec: { size } },
  });
  return [
    ...[database('shop', 'catalog', 3), database('shop', 'orders', 1), database('billing', 'ledger', 2)],
    ...[database('search', 'index', 3), memcached('shop', 'sessions', 3), memcached('shop', 'carts', 2)],
    ...[memcached('billing', 'rates', 1), memcached('search', 'results', 3), memcached('search', 'suggest', 2)],
  ];
}

/** Returns a definition that needs no webhook server: all objects are in the stored version. */
function withoutConversion(definition: KubernetesObject): KubernetesObject {
  const { conversion: _, ...spec } = fieldsIn(definition.spec);
  return { ...definition, spec };
}
