// In: the work of the manager. Out: its reconciles, queues and caches. Drawn by `main`.

import type { CacheReport, ManagerObject, ManagerReport, QueueReport, ReconcileEntry } from '../message.ts';
import { dataTable } from './data-table.ts';
import { age, isLeaseStale, timeUntil } from './page-state.ts';
import { type ComponentChild, type ComponentChildren, h } from './preact.ts';
import { stateTexts } from './tree-view.ts';

/** Draws the manager. */
export function managerView(report: ManagerReport | undefined, nowMs: number): ComponentChild {
  return h('section', { class: 'manager', 'aria-label': 'Manager' }, managerParts(report, nowMs));
}

function managerParts(report: ManagerReport | undefined, nowMs: number): ComponentChildren {
  if (report === undefined) return h('p', { class: 'empty' }, 'Connecting…');
  const { state, objects, reconciles, queues, caches } = report;
  if (state === 'unknown') return clusterPart(objects, nowMs);
  return [
    state === 'ended' && h('p', { class: 'empty failed' }, 'The manager has ended: the next save starts it again.'),
    h(
      'section',
      { 'aria-label': 'Reconciles' },
      h('h2', {}, 'Reconciles'),
      dataTable(
        ['Resource', 'Ended', 'Took', 'Reasons', 'Requests'],
        reconciles.map((entry, index) => reconcileRow(entry, reconciles.length - index, nowMs)),
      ),
    ),
    h(
      'section',
      { 'aria-label': 'Queues and caches' },
      h('h2', {}, 'Queues'),
      queues.map((queue) => queuePart(queue, nowMs)),
      h('h2', {}, 'Caches'),
      dataTable(['Kind', 'Objects', 'State'], caches.map(cacheRow)),
    ),
  ];
}

/** Draws the objects in the cluster of managers that are other processes. */
function clusterPart(objects: readonly ManagerObject[], nowMs: number) {
  return [
    h(
      'section',
      { 'aria-label': 'In the cluster' },
      h('h2', {}, 'In the cluster'),
      objects.length === 0
        ? h('p', { class: 'empty' }, 'You see no Deployment and no Lease of the operator there.')
        : dataTable(
            ['Object', 'State', 'Renewed'],
            objects.map((object) => objectRow(object, nowMs)),
          ),
    ),
    h(
      'p',
      { class: 'empty' },
      'The manager is another process, which alone knows its reconciles, queues and caches. ',
      h('code', {}, 'operand dev --dashboard'),
      ' runs the operator on this machine, and shows them here.',
    ),
  ];
}

function objectRow({ title, text, health, renewal }: ManagerObject, nowMs: number) {
  const isStale = renewal !== undefined && isLeaseStale(renewal, nowMs);
  const renewed = renewal === undefined ? '' : `${age(renewal.at, nowMs)} ago`;
  const validity = isStale ? `, valid for ${renewal.validSeconds} s` : '';
  return { key: title, cells: [title, text, `${renewed}${validity}`], isFailed: health === 'failed' || isStale };
}

function queuePart({ controller, running, waiting, waitingCount, dueCount }: QueueReport, nowMs: number) {
  const rows = [
    ...running.map(({ key, since }) => ({ key: `running ${key}`, cells: [key, `running for ${age(since, nowMs)}`] })),
    ...waiting.map(({ key, reasons, dueAt, retryCount }) => {
      const due = timeUntil(dueAt, nowMs);
      const cells = [key, due === undefined ? 'due' : `due in ${due}`, reasons.join(', '), retryCount || ''];
      return { key, cells, isFailed: retryCount > 0 };
    }),
  ];
  const more = waitingCount - waiting.length;
  return h(
    'section',
    { key: controller, 'aria-label': `Queue of ${controller}` },
    h(
      'h3',
      {},
      controller,
      h('span', { class: 'dim' }, ` ${running.length} running, ${waitingCount} waiting, ${dueCount} due`),
    ),
    rows.length > 0 && dataTable(['Key', 'State', 'Reasons', 'Retries'], rows),
    more > 0 && h('p', { class: 'dim' }, `and ${more} more, due later`),
  );
}

function cacheRow({ title, objectCount, listState, failure }: CacheReport) {
  const state = listState === 'listed' ? 'synced' : stateTexts[listState];
  const cells = [
    title,
    objectCount,
    failure === undefined ? state : `${listState === 'listed' ? 'stale' : state}: ${failure}`,
  ];
  return { key: title, cells, isFailed: failure !== undefined || listState !== 'listed' };
}

function reconcileRow(entry: ReconcileEntry, number: number, nowMs: number) {
  const { at, controller, resource, uid, reasons, reads, requests, error, durationMs, nextInMs } = entry;
  const title = [h('span', { class: 'dim' }, controller), ' ', resource];
  const effects = requests.map(({ text, isRefused }) => (isRefused ? `${text} refused` : text));
  if (error !== undefined) effects.push(`failed: ${error}`);
  if (effects.length === 0) effects.push('no change');
  if (nextInMs !== undefined) {
    const next = timeUntil(new Date(Date.parse(at) + nextInMs).toISOString(), nowMs);
    if (next !== undefined) effects.push(`again in ${next}`);
  }
  return {
    key: String(number),
    isFailed: error !== undefined,
    cells: [
      uid === undefined ? title : h('a', { href: `#${uid}` }, title),
      h('time', { dateTime: at, title: new Date(at).toLocaleString() }, `${age(at, nowMs)} ago`),
      `${durationMs}\u00A0ms`,
      [reasons.join(', '), ...(reads.length > 0 ? [`read ${reads.join(', ')}`] : [])].join('; '),
      effects.join(', '),
    ],
  };
}
