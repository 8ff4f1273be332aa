import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DashboardServer } from '../../../lib/cli/dashboard/dashboard-server.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { addObjects, changeObject, crateBoard, storedObject } from '../../cli/dashboard/crate-board.ts';
import { until } from '../../until.ts';
import { Chromium } from './chromium.ts';

const board = crateBoard();
const names = Array.from({ length: 5_000 }, (_, index) => `crate-${String(index).padStart(4, '0')}`);
const crates = names.map((name) => storedObject('Crate', name));
const [first = storedObject('Crate', 'a')] = crates;
const server = storedObject('Deployment', 'server', { of: first.metadata.uid, spec: { replicas: 1 } });
addObjects(board, ...crates, storedObject('ConfigMap', 'lid', { of: first.metadata.uid }), server);
addObjects(board, storedObject('ReplicaSet', 'server-1', { of: server.metadata.uid }));

describe('the page of the dashboard in Chromium', () => {
  let dashboard: DashboardServer;
  let browser: Chromium;

  before(async () => {
    dashboard = await DashboardServer.open(board, 0, systemClock);
    browser = await Chromium.start();
    await browser.send('Log.enable');
    await browser.send('Runtime.enable');
    await browser.send('Emulation.setDeviceMetricsOverride', {
      width: 1280,
      height: 720,
      deviceScaleFactor: 1,
      mobile: false,
    });
    await browser.send('Page.navigate', { url: dashboard.url });
    await until('all rows have arrived', async () => (await text('[role=status]')) === '5000 of 5000 resources');
    await until('the first tree is drawn', async () => (await count('[role=treeitem]')) === 4);
  });

  after(async () => {
    await browser?.[Symbol.asyncDispose]();
    await dashboard?.[Symbol.asyncDispose]();
  });

  async function text(selector: string): Promise<unknown> {
    return await browser.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent`);
  }

  async function count(selector: string): Promise<unknown> {
    return await browser.evaluate(`document.querySelectorAll(${JSON.stringify(selector)}).length`);
  }

  /** Returns the roles, names and states that a screen reader is given. */
  async function spoken(role: string): Promise<readonly string[]> {
    const { nodes } = (await browser.send('Accessibility.getFullAXTree')) as {
      readonly nodes: readonly {
        readonly role?: { readonly value: string };
        readonly name?: { readonly value: string };
      }[];
    };
    return nodes.filter((node) => node.role?.value === role).map((node) => node.name?.value ?? '');
  }

  it('the dashboard takes the token out of the address', async () => {
    assert.equal(await browser.evaluate('location.search'), '');
  });

  it('the dashboard draws the rows in view only, and reports their number to screen readers', async () => {
    assert.ok(Number(await count('[role=option]')) < 60);
    assert.equal(await browser.evaluate(`document.querySelector('[role=option]').ariaSetSize`), '5000');
  });

  it('the dashboard moves in its list by keys, to the end of the list and back', async () => {
    await browser.evaluate(`document.querySelector('[role=listbox]').focus()`);
    await browser.press('End');
    await until('the last row is selected', async () =>
      String(await text('[role=option][aria-selected=true]')).includes('crate-4999'),
    );
    await browser.press('Home');
    await until('the first row is selected', async () =>
      String(await text('[role=option][aria-selected=true]')).includes('crate-0000'),
    );
    await until('its tree is drawn', async () => (await count('[role=treeitem]')) === 4);
  });

  it('the dashboard has a tree whose nodes say state, kind and name, and close and open by keys', async () => {
    assert.deepEqual(await spoken('treeitem'), [
      'Ready Crate crate-0000',
      'Ready ConfigMap lid',
      'In progress Deployment server 0 of 1 pods available',
      'In progress ReplicaSet server-1 0 of 1 pods available',
    ]);
    await browser.evaluate(`document.querySelector('[role=treeitem]').focus()`);
    await browser.press('ArrowDown');
    await browser.press('ArrowDown');
    await until('the Deployment has the focus', async () =>
      String(await browser.evaluate('document.activeElement.textContent')).includes('server'),
    );
    await browser.press('ArrowLeft');
    await until('it is closed', async () => (await count('[role=treeitem]')) === 3);
    await browser.press('ArrowRight');
    await until('it is open', async () => (await count('[role=treeitem]')) === 4);
  });

  it('the dashboard shows a change without a reload, and its difference', async () => {
    await until('the Deployment is shown', async () => String(await text('h2')).includes('server'));
    changeObject(board, server, { ...server, spec: { replicas: 3 } });
    await browser.evaluate(`document.getElementById('tab-change').click()`);
    await until('the difference is drawn', async () => String(await text('.diff .added')).includes('replicas: 3'));
    assert.match(String(await text('.diff .removed')), /replicas: 1/);
  });

  it('the dashboard narrows its list by words, which “/” starts', async () => {
    await browser.press('/');
    await browser.send('Input.insertText', { text: 'crate-0042' });
    await until('one row is left', async () => (await count('[role=option]')) === 1);
    assert.equal(await text('[role=status]'), '1 of 5000 resources');
  });

  it('the dashboard says how to see the work of the manager, and shows it when the manager reports', async () => {
    await browser.evaluate(`document.querySelector('nav a[href="#manager"]').click()`);
    await until('the remedy is drawn', async () => (await text('.manager code')) === 'operand dev --dashboard');
    const dueAt = '2030-01-01T00:00:00Z';
    const waiting = [{ key: 'default/crate-0000', reasons: ['retry'], dueAt, retryCount: 2 }];
    board.recordWork({
      queues: [{ controller: 'crate', running: [], waiting, waitingCount: 1, dueCount: 0 }],
      caches: [{ title: 'Crate.example.com/v1', objectCount: 5_000, listState: 'listed', failure: 'away' }],
    });
    const requests = [{ text: 'create ConfigMap default/lid', isRefused: false }];
    const subject = { controller: 'crate', resource: 'default/crate-0000', uid: first.metadata.uid };
    board.recordReconcile({ ...subject, reasons: ['listed'], reads: [], requests, durationMs: 7 });
    await until('the tables are drawn', async () => (await count('.manager table')) === 3);
    assert.match(String(await text('.manager')), /listed.*create ConfigMap default\/lid.*stale: away/s);
    await browser.evaluate(`document.querySelector('.manager a').click()`);
    await until('the resource is shown', async () => String(await text('h2')).includes('crate-0000'));
    await until('its timeline has the reconcile', async () => {
      await browser.evaluate(`document.getElementById('tab-timeline')?.click()`);
      return String(await text('.timeline .reconcile')).includes('reconcile');
    });
  });

  it('the dashboard is light or dark as the user prefers', async () => {
    const colours: unknown[] = [];
    for (const value of ['light', 'dark']) {
      await browser.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
      colours.push(await browser.evaluate('getComputedStyle(document.body).backgroundColor'));
    }
    assert.deepEqual(colours, ['rgb(244, 246, 250)', 'rgb(17, 21, 29)']);
  });

  it('the dashboard has no errors, and nothing that its content security policy blocks', () => {
    assert.deepEqual(browser.problems, []);
  });
});
