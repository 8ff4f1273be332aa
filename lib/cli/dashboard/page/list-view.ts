// In: rows. Out: the list of custom resources, of which only the visible part is in the document. Drawn by `main`.

import type { ResourceRow } from '../message.ts';
import { healthMark } from './health-mark.ts';
import { age } from './page-state.ts';
import { type ComponentChild, h } from './preact.ts';

/** The height of a row, as the style sheet has it. */
const rowHeight = 54;

/** Rows above and below the visible part. */
const margin = 8;

/** The content of the list, and the effects of its rows. */
export interface ListViewProps {
  readonly rows: readonly ResourceRow[];
  /** The uid of the selected row. */
  readonly selected: string | undefined;
  readonly nowMs: number;
  readonly isLoading: boolean;
  readonly select: (uid: string) => void;
  readonly redraw: () => void;
}

/** The visible part of the list. */
const view = { top: 0, height: 900 };

/** Draws the list. */
export function listView({ rows, selected, nowMs, isLoading, select, redraw }: ListViewProps): ComponentChild {
  const first = Math.max(0, Math.floor(view.top / rowHeight) - margin);
  const shown = rows.slice(first, Math.ceil((view.top + view.height) / rowHeight) + margin);
  const measure = (list: HTMLElement) => {
    if (view.top === list.scrollTop && view.height === list.clientHeight) return;
    [view.top, view.height] = [list.scrollTop, list.clientHeight];
    redraw();
  };
  const move = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    const index = rows.findIndex(({ uid }) => uid === selected);
    const page = Math.floor(view.height / rowHeight);
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, PageDown: index + page, PageUp: index - page }[event.key];
    const target = { Home: 0, End: rows.length - 1 }[event.key] ?? next;
    const row = target === undefined ? undefined : rows[Math.min(Math.max(target, 0), rows.length - 1)];
    if (row === undefined) return;
    event.preventDefault();
    scrollTo(event.currentTarget, rows.indexOf(row));
    select(row.uid);
  };
  if (rows.length === 0)
    return h('p', { class: 'empty' }, isLoading ? 'Listing the custom resources…' : 'No custom resource matches.');
  const isShown = shown.some(({ uid }) => uid === selected);
  return h(
    'div',
    {
      ...{ class: 'rows', role: 'listbox', tabIndex: 0, 'aria-label': 'Custom resources' },
      ...(isShown && { 'aria-activedescendant': `row-${selected ?? ''}` }),
      onScroll({ currentTarget }: Event) {
        if (currentTarget instanceof HTMLElement) measure(currentTarget);
      },
      onKeyDown: move,
      ref: (list: HTMLElement | null) => {
        if (list !== null) requestAnimationFrame(() => measure(list));
      },
    },
    h(
      'div',
      { role: 'presentation', style: { height: `${rows.length * rowHeight}px` } },
      h(
        'div',
        { role: 'presentation', style: { transform: `translateY(${first * rowHeight}px)` } },
        shown.map((row, index) =>
          h(
            'div',
            {
              ...{ key: row.uid, id: `row-${row.uid}`, class: 'row', role: 'option' },
              'aria-selected': row.uid === selected,
              'aria-posinset': first + index + 1,
              'aria-setsize': rows.length,
              onClick: () => select(row.uid),
            },
            rowContent(row, nowMs),
          ),
        ),
      ),
    ),
  );
}

function rowContent(row: ResourceRow, nowMs: number): ComponentChild[] {
  const { namespace, name, kind, health, message, childCount, readyCount, createdAt } = row;
  return [
    healthMark(health),
    h('span', { class: 'name' }, h('strong', {}, name), ' ', h('span', { class: 'dim' }, namespace ?? '')),
    h('span', { class: 'dim end' }, age(createdAt, nowMs)),
    h('span', { class: `second ${health}` }, message === '' ? kind : `${kind}: ${message}`),
    h(
      'span',
      { class: 'dim end', title: `${readyCount} of ${childCount} children are ready` },
      `${readyCount}/${childCount}`,
    ),
  ];
}

function scrollTo(list: HTMLElement, index: number): void {
  const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
