import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { ManagerReport } from '../../../lib/cli/dashboard/message.ts';
import { EmbeddedCluster } from '../../../lib/testing/index.ts';
import { crateOperator } from '../diff/crate.ts';
import { settleCrates } from '../diff/settled-crates.ts';
import { PageSession } from './page-session.ts';

const program = join(import.meta.dirname, '../diff/app.ts');

describe('the command `dashboard`', () => {
  let cluster: EmbeddedCluster;
  let kubeconfig: string;
  let dashboard: ChildProcess;
  let url: URL;
  let page: PageSession;

  before(async () => {
    cluster = await EmbeddedCluster.start({ workloads: 'none' });
    ({ kubeconfig } = await cluster.listen());
    await settleCrates(cluster, 'a', 'b');
    dashboard = spawn(process.execPath, [program, 'dashboard', '--kubeconfig', kubeconfig], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    for await (const text of dashboard.stdout ?? []) {
      printed += String(text);
      const found = /http:\S+/.exec(printed);
      if (found === null) continue;
      url = new URL(found[0]);
      break;
    }
    page = await PageSession.open(url);
  });

  after(async () => {
    dashboard?.kill();
    await cluster?.stop();
  });

  it('the dashboard serves its page and scripts under a policy without inline scripts', async () => {
    const index = await page.get('/');
    assert.match(index.headers.get('content-security-policy') ?? '', /default-src 'none'; script-src 'self';/);
    const text = await index.text();
    const [, script] = /src="(main\.\w+)"/.exec(text) ?? [];
    assert.doesNotMatch(text, /<script[^>]*>[^<]/);
    const main = await page.get(`/${script}`);
    assert.match(main.headers.get('content-type') ?? '', /^text\/javascript/);
    assert.doesNotMatch(await main.text(), /: PageState/);
    assert.doesNotMatch(await (await page.get(`/preact.${script?.split('.')[1] ?? ''}`)).text(), /^import/m);
    assert.equal((await page.get('/../dashboard.ts')).status, 404);
  });

  it('the dashboard refuses requests without its cookie, and those under another host name', async () => {
    assert.equal((await fetch(new URL('/rows', url))).status, 401);
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const headers = { cookie: page.cookie, host: `evil.example.com:${url.port}` };
    request({ host: '127.0.0.1', port: url.port, path: '/rows', headers }, ({ statusCode }) =>
      resolve(statusCode),
    ).end();
    assert.equal(await promise, 403);
  });

  it('the dashboard shows the objects of the cluster, and each new object', async () => {
    interface Rows {
      readonly changed: readonly { readonly uid: string; readonly name: string; readonly childCount: number }[];
    }
    const childCountOf = (name: string, { changed }: Rows) => changed.find((row) => row.name === name)?.childCount;
    await page.message<Rows>('/rows', 'rows', (rows) => childCountOf('a', rows) === 4);
    const grown = page.message<Rows>('/rows', 'rows', (rows) => childCountOf('c', rows) === 0);
    const metadata = { name: 'c', namespace: 'default' };
    await cluster.apply({ apiVersion: 'example.com/v1', kind: 'Crate', metadata, spec: {} });
    assert.ok(await grown);
  });

  it('the dashboard sends no value of a Secret', async () => {
    interface Rows {
      readonly changed: readonly { readonly uid: string; readonly name: string; readonly childCount: number }[];
    }
    interface Detail {
      readonly tree: readonly { readonly uid: string; readonly kind: string }[];
      readonly manifest: string;
    }
    const { changed } = await page.message<Rows>('/rows', 'rows', (rows) =>
      rows.changed.some(({ name }) => name === 'a'),
    );
    const uid = changed.find(({ name }) => name === 'a')?.uid ?? '';
    const { tree } = await page.message<Detail>(`/object?uid=${uid}`, 'detail', (detail) =>
      detail.tree.some(({ kind }) => kind === 'Secret'),
    );
    const secret = tree.find(({ kind }) => kind === 'Secret')?.uid ?? '';
    const { manifest } = await page.message<Detail>(`/object?uid=${secret}`, 'detail', () => true);
    assert.match(manifest, /password: redacted/);
    assert.doesNotMatch(manifest, new RegExp(Buffer.from('correct-horse-battery').toString('base64')));
  });

  it('the dashboard shows the Lease of the manager in the cluster', async () => {
    const { name, namespace } = crateOperator();
    await cluster.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    const shown = page.message<ManagerReport>('/manager', 'manager', ({ objects }) => objects.length > 0);
    for (const each of ['another', name]) {
      await cluster.apply({
        ...{ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { namespace, name: each } },
        spec: { holderIdentity: 'pod-1', leaseDurationSeconds: 15, renewTime: '2030-01-01T00:00:00.000000Z' },
      });
    }
    assert.deepEqual((await shown).objects, [
      {
        title: `Lease ${namespace}/${name}`,
        ...{ text: 'held by pod-1', health: 'ready' },
        renewal: { at: '2030-01-01T00:00:00.000000Z', validSeconds: 15 },
      },
    ]);
  });

  it('the dashboard names the kinds that the user may not read', async () => {
    const user = await cluster.serviceAccountKubeconfig('default', 'default');
    const limited = spawn(process.execPath, [program, 'dashboard', '--kubeconfig', user], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    for await (const text of limited.stdout) {
      printed += String(text);
      if (printed.includes('token=')) break;
    }
    const place = new URL(/http:\S+/.exec(printed)?.[0] ?? '');
    const first = await fetch(place, { redirect: 'manual' });
    const headers = { cookie: first.headers.get('set-cookie')?.replace(/;.*/, '') ?? '' };
    const { body } = await fetch(new URL('/rows', place), { headers });
    let text = '';
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      if (text.includes('"kind":"Secret","role":"child","state":"forbidden"')) break;
    }
    assert.match(text, /"kind":"Crate","role":"resource","state":"forbidden"/);
    limited.kill('SIGINT');
    assert.deepEqual(await once(limited, 'exit'), [0, null]);
  });

  it('the dashboard refuses a port that is in use, and a value that is not a port', async () => {
    const run = (port: string) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      const words = [program, 'dashboard', '--kubeconfig', kubeconfig, '--port', port];
      execFile(process.execPath, words, (_, __, stderr) => resolve(stderr));
      return promise;
    };
    assert.match(await run(url.port), /port \d+ is in use or not allowed: choose another port: listen EADDRINUSE/);
    assert.match(await run('70000'), /It has to be a number from 0 to 65535/);
  });
});
