// The inner loop of an author: sources that change while their operator runs.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Kind } from '../../../lib/api/index.ts';
import type { ManagerReport } from '../../../lib/cli/dashboard/message.ts';
import { type Client, HttpClient, loadCredentials } from '../../../lib/client/index.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { OperatorProcess } from '../../../lib/testing/index.ts';
import { EmbeddedControlPlane } from '../../embedded-control-plane.ts';
import { until } from '../../until.ts';
import { PageSession } from '../dashboard/page-session.ts';
import { DevProcess } from './dev-process.ts';

const notes: Kind = { group: 'example.com', version: 'v1', kind: 'Note', plural: 'notes', scope: 'Namespaced' };
const configMaps: Kind = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', scope: 'Namespaced' };

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

  it('applies the samples, and prints what a reconcile changed and when the next one is due', async () => {
    await dev.line(/^ready after \d+ ms$/);
    const line = await dev.line(/ note default\/note-greeting: /);
    assert.match(
      line,
      /: resource-updated → create ConfigMap default\/note-greeting, write status \(.*\), \d+ ms, again in 3600 s$/,
    );
  });

  it('shows the resources, and the reconciles, queues and caches of the manager on a page', async () => {
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

  it('calls the webhooks of the sources', async () => {
    await assert.rejects(client.create(notes, note('spam', { text: 'spam' })), /is spam/);
  });

  it('prints the objects that a resource refers to', async () => {
    await client.create(notes, note('own', { text: 'mine', paper: 'blue' }));
    await dev.line(/ note default\/own: resource-updated; read Secret default\/blue \(absent\) → create ConfigMap/);
  });

  it('runs changed sources on the same objects', async () => {
    await dev.edit('text.ts', 'plain', 'bold');
    const line = await dev.line(/ note default\/own: .* apply ConfigMap/);
    assert.match(line, /: listed; .*→ apply ConfigMap default\/own \(data.text "plain mine" → "bold mine"\)/);
    assert.deepEqual((await client.get(configMaps, key('own'))).data, { text: 'bold mine' });
    const isNew = ({ reconciles }: ManagerReport) => reconciles.some(({ requests }) => requests.some(isBold));
    const isBold = ({ text }: { readonly text: string }) => text.includes('"bold mine"');
    await page.message('/manager', 'manager', isNew);
  });

  it('prints the line of a syntax error, while the operator of the last good sources continues', async () => {
    await dev.edit('text.ts', 'return `', 'return return `');
    assert.match(await dev.line(/sources can't be loaded/), /Expression expected/);
    await dev.line(/^\/.*\/text\.ts:3$/);
    await dev.line(/^waiting for the next save$/);
    await client.apply(notes, note('own', { text: 'yours' }), { fieldManager: 'test', force: true });
    await dev.line(
      / note default\/own: .*resource-updated; .* → apply ConfigMap default\/own \(data.text "bold mine" → "bold yours"\)/,
    );
  });

  it('prints the findings of the definition', async () => {
    await dev.edit('text.ts', 'return return `', 'return `');
    await dev.line(/^ready /);
    await dev.edit('app.ts', "version: '0.1.0'", "version: 'latest'");
    await dev.line(/\[note-operator\] version 'latest' is not a semantic version/);
    await dev.line(/^waiting for the next save$/);
    await dev.edit('app.ts', "version: 'latest'", "version: '0.1.0'");
    await dev.line(/^ready /);
  });

  it('changes the CRD to that of the sources', async () => {
    await assert.rejects(
      client.create(notes, note('long', { text: 'x'.repeat(21) })),
      /may not be more than 20|Too long/,
    );
    await dev.edit('note.ts', 'max(20)', 'max(30)');
    await dev.line(/^ready /);
    await client.create(notes, note('long', { text: 'x'.repeat(21) }));
    await dev.line(/ note default\/long: .* create ConfigMap/);
  });

  it('prints the author’s frames of an error in a callback', async () => {
    await dev.edit('text.ts', 'return `', "if (text === 'mine') throw new Error('no ink');\n  return `");
    await dev.line(/^ready /);
    await client.apply(notes, note('own', { text: 'mine' }), { fieldManager: 'test', force: true });
    await dev.line(/ note default\/own: .*failed: .*no ink/);
    await dev.line(/^ {4}at shownText \(text\.ts:3:\d+\)$/);
  });

  it('ends in order after Ctrl-C, and the cluster with it', async () => {
    assert.equal(await dev.interrupt(), 0, dev.output);
    assert.equal(existsSync(kubeconfig), false);
  });
});

describe('dev on a cluster that runs the operator', () => {
  it('pauses that operator until it ends, and notes that the webhooks of the cluster are not its own', async () => {
    await using cluster = await EmbeddedControlPlane.start({ workloads: 'none' });
    const { kubeconfig, server } = cluster;
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'note-operator-system' } };
    await cluster.cluster.apply(namespace);
    const args = ['--leader-elect', '--apply-definitions', '--webhook-address=0'];
    const pod = await OperatorProcess.start(cluster, { program: main, kubeconfig, args });
    await pod.logged('"msg":"leading"');

    await using dev = await DevProcess.start(`--kubeconfig=${kubeconfig}`);
    assert.ok((await dev.line(/^Developing on /)).includes(`${server}/ (context "`));
    await dev.line(/^The operator in the cluster pauses while this one works; it has 10 s to stop\.$/);
    await pod.logged('"msg":"no longer leading"');
    await dev.line(/^ready after /);
    await dev.line(/^note: the API servers call the webhooks of the operator in the cluster, not these: /);
    assert.equal(await dev.interrupt(), 0, dev.output);
    await until('the operator in the cluster leads again', async () => {
      return (await pod.log()).split('"msg":"leading"').length === 3;
    });
    await pod.stop();
  });
});
