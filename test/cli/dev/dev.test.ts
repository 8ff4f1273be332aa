// The inner loop of an author: sources that change while their operator runs.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Kind, type KubernetesObject, knownKind, objectKey } from '../../../lib/api/index.ts';
import type { ManagerReport } from '../../../lib/cli/dashboard/message.ts';
import { type Client, HttpClient, loadCredentials } from '../../../lib/client/index.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { freePort } from '../../../lib/testing/control-plane/taken-run-directory.ts';
import { OperatorProcess } from '../../../lib/testing/index.ts';
import { EmbeddedControlPlane } from '../../embedded-control-plane.ts';
import { until } from '../../until.ts';
import { PageSession } from '../dashboard/page-session.ts';
import { DevProcess } from './dev-process.ts';
import { operator } from './project/app.ts';

const notes: Kind = { group: 'example.com', version: 'v1', kind: 'Note', plural: 'notes', scope: 'Namespaced' };
const configMaps: Kind = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', scope: 'Namespaced' };

const deployments = knownKind('apps/v1', 'Deployment');

const { namespace } = operator;

const main = fileURLToPath(new URL('./project/main.ts', import.meta.url));

async function clientOf(kubeconfig: string): Promise<Client> {
  return new HttpClient(await loadCredentials({ clock: systemClock, kubeconfig }), { clock: systemClock });
}

describe('dev on an embedded cluster', () => {
  let dev: DevProcess;
  let kubeconfig: string;
  let client: Client;
  let page: PageSession;

  before(async () => {
    dev = await DevProcess.start('--dashboard');
    kubeconfig = (await dev.line(/KUBECONFIG=/)).replace(/.*=/, '');
    client = await clientOf(kubeconfig);
    page = await PageSession.open(new URL((await dev.line(/^ {2}http:/)).trim()));
  });

  after(async () => {
    await client?.close();
    await dev?.[Symbol.asyncDispose]();
  });

  const key = (name: string) => ({ namespace: 'default', name });
  const note = (name: string, spec: object) => ({
    ...{ apiVersion: 'example.com/v1', kind: 'Note', metadata: key(name), spec },
  });

  it('dev applies the samples, and prints the changes of a reconcile and the time of the next one', async () => {
    await dev.line(/^ready after \d+ ms$/);
    const line = await dev.line(/ note default\/note-greeting: /);
    assert.match(
      line,
      /: resource-updated → create ConfigMap default\/note-greeting, write status \(.*\), \d+ ms, again in 3600 s$/,
    );
  });

  it('dev shows the resources, and the reconciles, queues and caches of the manager on its dashboard', async () => {
    interface Rows {
      readonly changed: readonly { readonly name: string; readonly childCount: number }[];
    }
    await page.message<Rows>('/rows', 'rows', ({ changed }) =>
      changed.some(({ name, childCount }) => name === 'note-greeting' && childCount === 1),
    );
    const report = await page.message<ManagerReport>(
      '/manager',
      'manager',
      ({ queues }) => queues[0]?.waitingCount === 1,
    );
    const [
      {
        waiting: [next],
        ...queue
      } = { waiting: [] },
    ] = report.queues;
    assert.deepEqual(
      { ...queue, key: next?.key, reasons: next?.reasons },
      {
        ...{ controller: 'note', running: [], waitingCount: 1, dueCount: 0 },
        ...{ key: 'default/note-greeting', reasons: ['requeued'] },
      },
    );
    assert.ok(Date.parse(next?.dueAt ?? '') > Date.now() + 3_000_000);
    const titles = report.caches.map(({ title, listState }) => `${title} ${listState}`);
    assert.deepEqual(titles.toSorted(), ['ConfigMap.v1 listed', 'Note.example.com/v1 listed', 'Secret.v1 listed']);
    assert.equal(report.caches.find(({ title }) => title.startsWith('Note'))?.objectCount, 1);
    const first = report.reconciles.at(-1);
    assert.deepEqual(
      [first?.resource, first?.reasons, first?.requests[0], first?.nextInMs],
      [
        ...['default/note-greeting', ['resource-updated']],
        ...[{ text: 'create ConfigMap default/note-greeting', isRefused: false }, 3_600_000],
      ],
    );
  });

  it('dev serves the webhooks of the sources', async () => {
    await assert.rejects(client.create(notes, note('spam', { text: 'spam' })), /is spam/);
  });

  it('dev prints the objects that a resource refers to', async () => {
    await client.create(notes, note('own', { text: 'mine', paper: 'blue' }));
    await dev.line(/ note default\/own: resource-updated; read Secret default\/blue \(absent\) → create ConfigMap/);
  });

  it('dev runs changed sources on the same objects', async () => {
    await dev.edit('text.ts', 'plain', 'bold');
    const line = await dev.line(/ note default\/own: .* apply ConfigMap/);
    assert.match(line, /: listed; .*→ apply ConfigMap default\/own \(data.text "plain mine" → "bold mine"\)/);
    assert.deepEqual((await client.get(configMaps, key('own'))).data, { text: 'bold mine' });
    const isNew = ({ reconciles }: ManagerReport) => reconciles.some(({ requests }) => requests.some(isBold));
    const isBold = ({ text }: { readonly text: string }) => text.includes('"bold mine"');
    await page.message('/manager', 'manager', isNew);
  });

  it('dev prints the line of a syntax error, while the operator of the last good sources continues', async () => {
    await dev.edit('text.ts', 'return `', 'return return `');
    assert.match(await dev.line(/sources can't be loaded/), /Expression expected/);
    await dev.line(/^\/.*\/text\.ts:3$/);
    await dev.line(/^waiting for the next save$/);
    await client.apply(notes, note('own', { text: 'yours' }), { fieldManager: 'test', force: true });
    await dev.line(
      / note default\/own: .*resource-updated; .* → apply ConfigMap default\/own \(data.text "bold mine" → "bold yours"\)/,
    );
  });

  it('dev prints the findings of an invalid definition', async () => {
    await dev.edit('text.ts', 'return return `', 'return `');
    await dev.line(/^ready /);
    await dev.edit('app.ts', "version: '0.1.0'", "version: 'latest'");
    await dev.line(/\[note-operator\] version 'latest' is not a semantic version/);
    await dev.line(/^waiting for the next save$/);
    await dev.edit('app.ts', "version: 'latest'", "version: '0.1.0'");
    await dev.line(/^ready /);
  });

  it('dev updates the CRD to the changed sources', async () => {
    await assert.rejects(
      client.create(notes, note('long', { text: 'x'.repeat(21) })),
      /may not be more than 20|Too long/,
    );
    await dev.edit('note.ts', 'max(20)', 'max(30)');
    await dev.line(/^ready /);
    await client.create(notes, note('long', { text: 'x'.repeat(21) }));
    await dev.line(/ note default\/long: .* create ConfigMap/);
  });

  it('dev prints the author’s frames of an error in a callback', async () => {
    await dev.edit('text.ts', 'return `', "if (text === 'mine') throw new Error('no ink');\n  return `");
    await dev.line(/^ready /);
    await client.apply(notes, note('own', { text: 'mine' }), { fieldManager: 'test', force: true });
    await dev.line(/ note default\/own: .*failed: .*no ink/);
    await dev.line(/^ {4}at shownText \(text\.ts:3:\d+\)$/);
  });

  it('dev ends in order after Ctrl-C, and stops its embedded cluster', async () => {
    assert.equal(await dev.interrupt(), 0, dev.output);
    assert.equal(existsSync(kubeconfig), false);
  });
});

describe('dev on a cluster that runs the operator', () => {
  let cluster: EmbeddedControlPlane;
  let pod: OperatorProcess;
  let client: Client;

  before(async () => {
    cluster = await EmbeddedControlPlane.start({ workloads: 'none' });
    const { kubeconfig } = cluster;
    client = await clientOf(kubeconfig);
    const manifests: readonly KubernetesObject[] = operator.toJson();
    await cluster.cluster.apply(...manifests.filter(({ kind }) => kind !== 'Deployment'));
    const port = await freePort();
    cluster.cluster.reachService({ namespace, name: operator.webhooks.service }, { host: '127.0.0.1', port });
    const args = ['--leader-elect', `--webhook-address=127.0.0.1:${port}`];
    pod = await OperatorProcess.start(cluster, { program: main, kubeconfig, args });
    await pod.logged('"msg":"leading"');
    await until('its webhooks are called', () => isRefused('spam'));
  });

  after(async () => {
    await client?.close();
    await pod?.stop();
    await cluster?.stop();
  });

  /** Returns true if a webhook refuses a Note with that text. */
  async function isRefused(text: string): Promise<boolean> {
    const note = {
      apiVersion: 'example.com/v1',
      kind: 'Note',
      metadata: { namespace: 'default', name: text },
      spec: { text },
    };
    try {
      await client.create(notes, note, { dryRun: true });
      return false;
    } catch (error) {
      return String(error).includes(`is ${text}`);
    }
  }

  async function leadsAgain(count: number): Promise<void> {
    await until('the operator in the cluster leads again', async () => {
      const lines = (await pod.log()).split('\n').filter((line) => line.includes('"msg":"leading"'));
      return lines.filter((line) => line.includes('"lease":"note-operator-system/note-operator"')).length === count;
    });
  }

  it('dev pauses the deployed operator until its terminal closes; --webhook-address=0 keeps its webhooks', async () => {
    await using dev = await DevProcess.start(`--kubeconfig=${cluster.kubeconfig}`, '--webhook-address=0');
    assert.ok((await dev.line(/^Developing on /)).includes(`${cluster.server}/ (context "`));
    await dev.line(/^The operator in the cluster pauses while this one works; it has 10 s to stop\.$/);
    await pod.logged('"msg":"no longer leading"');
    await dev.line(
      /^note: the API servers call the webhooks of the operator in the cluster, not these: --webhook-address=0 /,
    );
    await dev.line(/^ready after /);
    assert.equal(await isRefused('spam'), true);
    assert.equal(await dev.hangUp(), 0, dev.output);
    await leadsAgain(2);
  });

  it('dev asks for the namespace of an operator that is deployed twice, and pauses no other copy', async () => {
    const manifests: readonly KubernetesObject[] = operator.toJson();
    const deployment = manifests.find(({ kind }) => kind === 'Deployment');
    assert.ok(deployment);
    const names = ['blue', 'green'];
    for (const name of names) {
      const copy = { ...deployment, metadata: { ...deployment.metadata, namespace: name } };
      await cluster.cluster.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, copy);
    }
    const args = [`--kubeconfig=${cluster.kubeconfig}`, '--webhook-address=0'];
    await using asking = await DevProcess.start(...args);
    await asking.line(
      /deployed 2 times, as blue\/\S+, green\/\S+: give the namespace of the copy to replace by --namespace/,
    );
    await using dev = await DevProcess.start(...args, '--namespace=green');
    await dev.line(/^The operator in the cluster is Deployment green\/note-operator-controller-manager\.$/);
    await dev.line(/^ready after /);
    assert.equal(dev.output.includes('pauses'), false, dev.output);
    for (const namespace of names) await client.delete(deployments, { ...objectKey(deployment), namespace });
  });

  it('dev takes the webhook calls, and the operator in the cluster takes them back after dev is killed', async () => {
    await using dev = await DevProcess.start(`--kubeconfig=${cluster.kubeconfig}`);
    await dev.line(/^The API servers call the webhooks of this process at https:\/\/127\.0\.0\.1 while it works\.$/);
    await dev.line(/^ready after /);
    await dev.edit(
      'app.ts',
      "'spam' ? [{ field: 'spec.text', message: 'is spam' }]",
      "'eggs' ? [{ field: 'spec.text', message: 'is eggs' }]",
    );
    await dev.line(/^ready after /);
    assert.deepEqual([await isRefused('eggs'), await isRefused('spam')], [true, false], dev.output);
    await dev.kill();
    await leadsAgain(3);
    await until('its webhooks are called again', () => isRefused('spam'));
    assert.equal(await isRefused('eggs'), false);
  });

  it('a session of dev sends no write when a suspended dev doesn’t renew its Leases', async () => {
    await using dev = await DevProcess.start(`--kubeconfig=${cluster.kubeconfig}`);
    await dev.line(/^ready after /);
    dev.signal('SIGSTOP');
    const refused = dev.line(/ note default\/late: .*does not hold the lease/);
    const metadata = { namespace: 'default', name: 'late' };
    for (let count = 1, isEnded = false; !isEnded; count += 1) {
      const note = { apiVersion: 'example.com/v1', kind: 'Note', metadata, spec: { text: String(count) } };
      await client.apply(notes, note, { fieldManager: 'test', force: true });
      isEnded = await Promise.race([refused.then(() => true), systemClock.sleep(200).then(() => false)]);
    }
    dev.signal('SIGCONT');
  });
});
