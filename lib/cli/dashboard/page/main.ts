// In: server-sent events and the user's actions. Out: the page. Loaded by index.html.

import type { RowChanges } from '../message.ts';
import { filterBar } from './filter-bar.ts';
import { listView } from './list-view.ts';
import { managerView } from './manager-view.ts';
import { receiveManager, receiveObject, receiveRows } from './message-source.ts';
import { objectPanel } from './object-panel.ts';
import { managerPlace, openedState, type PageState, rowsAfter, selectedRows } from './page-state.ts';
import { type ComponentChild, h, render } from './preact.ts';
import { stateTexts, treeView } from './tree-view.ts';

/** The time between updates of ages. */
const ageMs = 1_000;

/** The time after which a selected object is requested: a held arrow key passes many. */
const selectionMs = 120;

let state: PageState = openedState;
let isDrawing = false;
let closeSelected: (() => void) | undefined;

function update(part: Partial<PageState>): void {
  state = { ...state, ...part };
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(draw);
}

function draw(): void {
  isDrawing = false;
  render(page(), document.body);
}

function select(uid: string): void {
  if (uid !== state.selected) location.hash = uid;
}

let selectionTimer: number | undefined;

function showSelected(): void {
  const selected = location.hash.slice(1);
  const { detail } = state;
  const isNear = typeof detail === 'object' && detail.tree.some(({ uid }) => uid === selected);
  update({ selected: selected === '' ? undefined : selected, ...(!isNear && { detail: undefined }) });
  clearTimeout(selectionTimer);
  selectionTimer = setTimeout(openSelected, selectionMs, selected);
  if (selected === '') selectFirst();
}

function openSelected(uid: string): void {
  closeSelected?.();
  if (uid === managerPlace) closeSelected = receiveManager((manager) => update({ manager }));
  else if (uid !== '')
    closeSelected = receiveObject(uid, {
      detail: (detail) => update({ detail }),
      gone: () => update({ detail: 'gone' }),
    });
}

function receiveChanges(changes: RowChanges): void {
  update({ rows: rowsAfter(state.rows, changes) });
  if (state.selected === undefined) selectFirst();
}

function selectFirst(): void {
  const [first] = state.rows;
  if (first !== undefined) select(first.uid);
}

const connections = {
  opening: 'connecting',
  open: 'live',
  lost: 'connection lost, trying again',
  ended: 'the dashboard has ended: start it again, and open its new URL',
} as const;

function page(): ComponentChild {
  const rows = selectedRows(state.rows, state.filter);
  if (state.selected === managerPlace)
    return h('main', {}, header(rows.length), managerView(state.manager, Date.now()));
  const nowMs = Date.now();
  const {
    detail,
    board: { kinds },
  } = state;
  const top = typeof detail === 'object' ? detail.tree[0]?.uid : state.selected;
  return h(
    'main',
    {},
    header(rows.length),
    h(
      'section',
      { class: 'list', 'aria-label': 'Resources' },
      filterBar(state, (part) => update({ filter: { ...state.filter, ...part } })),
      listView({
        ...{ rows, selected: top, nowMs, select, redraw: () => update({}) },
        isLoading: kinds.length === 0 || kinds.some((each) => each.role === 'resource' && each.state === 'not-listed'),
      }),
    ),
    detail === undefined || detail === 'gone'
      ? h('p', { class: 'empty nothing' }, detail === 'gone' ? 'This object was deleted.' : 'Select a resource.')
      : [
          treeView({
            ...{ nodes: detail.tree, isCut: detail.isCut, selected: state.selected ?? '', closed: state.closed },
            ...{ kinds, select, toggle },
          }),
          objectPanel({ detail, tab: state.tab, nowMs, choose: (tab) => update({ tab }) }),
        ],
  );
}

function header(count: number): ComponentChild {
  const { connection, board, rows } = state;
  const problems = board.kinds.filter(({ role, state }) => role === 'resource' && state !== 'listed');
  return h(
    'header',
    {},
    h('h1', {}, board.operators.join(', '), h('span', { class: 'dim' }, ` on ${board.cluster}`)),
    h(
      'nav',
      {},
      placeLink('', 'Resources', state.selected !== managerPlace),
      placeLink(managerPlace, 'Manager', state.selected === managerPlace),
    ),
    h('p', { role: 'status', 'aria-live': 'polite' }, `${count} of ${rows.length} resources`),
    problems.map(({ kind, state, failure }) =>
      h('p', { class: 'failed', title: failure ?? '' }, `${kind}: ${stateTexts[state]}`),
    ),
    h('p', { class: `connection ${connection}`, 'aria-live': 'polite' }, connections[connection]),
  );
}

function placeLink(place: string, text: string, isCurrent: boolean): ComponentChild {
  return h('a', { href: `#${place}`, ...(isCurrent && { 'aria-current': 'page' }) }, text);
}

function toggle(uid: string): void {
  const closed = new Set(state.closed);
  if (!closed.delete(uid)) closed.add(uid);
  update({ closed });
}

addEventListener('hashchange', showSelected);
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  document.getElementById('search')?.focus();
});
setInterval(() => update({}), ageMs);
receiveRows({
  opened: () => update({ connection: 'open', rows: [] }),
  failed: (isEnded) => update({ connection: isEnded ? 'ended' : 'lost' }),
  report: (board) => update({ board }),
  rows: receiveChanges,
});
showSelected();
