// In: the detail of one object. Out: its heading, and a tab for each part. Drawn by `main`.

import type { ConditionLine, ObjectDetail, TimelineEntry } from '../message.ts';
import { dataTable } from './data-table.ts';
import { healthMark, healthWords } from './health-mark.ts';
import { age, type Tab, tabs } from './page-state.ts';
import { type ComponentChild, type ComponentChildren, h } from './preact.ts';

/** The content of the panel, and the effect of a tab. */
export interface ObjectPanelProps {
  readonly detail: ObjectDetail;
  readonly tab: Tab;
  readonly nowMs: number;
  readonly choose: (tab: Tab) => void;
}

const titles: Readonly<Record<Tab, string>> = {
  timeline: 'Timeline',
  conditions: 'Conditions',
  change: 'Last change',
  manifest: 'YAML',
};

/** Draws an object. */
export function objectPanel({ detail, tab, nowMs, choose }: ObjectPanelProps): ComponentChild {
  const { kind, name, namespace, apiVersion, health, message, createdAt } = detail;
  const place = namespace === undefined ? '' : ` in ${namespace}`;
  return h(
    'section',
    { class: 'panel', 'aria-label': `${kind} ${name}` },
    h('h2', {}, healthMark(health), h('span', { class: 'dim' }, kind), ' ', name),
    h('p', { class: 'dim' }, `${apiVersion}${place}, created `, timeText(createdAt, nowMs), ' ago'),
    h('p', { class: `state ${health}` }, message === '' ? healthWords[health] : `${healthWords[health]}: ${message}`),
    h(
      'div',
      { class: 'tabs', role: 'tablist', 'aria-label': 'Parts of the object' },
      tabs.map((each) => tabButton(each, tab, choose)),
    ),
    h(
      'div',
      { class: 'part', role: 'tabpanel', id: 'part', tabIndex: 0, 'aria-labelledby': `tab-${tab}` },
      partOf(detail, tab, nowMs),
    ),
  );
}

function tabButton(tab: Tab, chosen: Tab, choose: (tab: Tab) => void): ComponentChild {
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const next = step === undefined ? undefined : tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    document.getElementById(`tab-${next}`)?.focus();
    choose(next);
  };
  return h(
    'button',
    {
      ...{ key: tab, id: `tab-${tab}`, type: 'button', role: 'tab', 'aria-controls': 'part' },
      'aria-selected': tab === chosen,
      tabIndex: tab === chosen ? 0 : -1,
      onKeyDown,
      onClick: () => choose(tab),
    },
    titles[tab],
  );
}

function partOf(detail: ObjectDetail, tab: Tab, nowMs: number): ComponentChildren {
  switch (tab) {
    case 'timeline':
      return timeline(detail.timeline, nowMs);
    case 'conditions':
      return conditionTable(detail.conditions, nowMs);
    case 'change':
      return lastChange(detail.lastChange, nowMs);
    case 'manifest':
      return h('pre', {}, detail.manifest);
  }
}

function timeline(entries: readonly TimelineEntry[], nowMs: number): ComponentChild {
  return h(
    'ol',
    { class: 'timeline' },
    entries.map(({ at, source, object, text, isWarning }) =>
      h(
        'li',
        { class: isWarning ? 'warning' : '' },
        h('span', { class: 'when' }, timeText(at, nowMs)),
        h('span', { class: `source ${source}` }, source),
        h('span', { class: 'what' }, h('span', { class: 'dim' }, `${object} `), text),
      ),
    ),
  );
}

function conditionTable(conditions: readonly ConditionLine[], nowMs: number): ComponentChild {
  if (conditions.length === 0) return h('p', { class: 'empty' }, 'This object has no conditions.');
  return dataTable(
    ['Type', 'Status', 'Since', 'Reason and message'],
    conditions.map(({ type, status, reason, message, at }) => ({
      key: type,
      cells: [type, status, at === '' ? '' : timeText(at, nowMs), [h('strong', {}, reason), ' ', message]],
    })),
  );
}

function lastChange(change: ObjectDetail['lastChange'], nowMs: number): ComponentChildren {
  if (change === undefined)
    return h('p', { class: 'empty' }, 'The object has not changed since the dashboard started.');
  const lines = change.diff.split('\n').slice(2);
  return [
    h('p', { class: 'dim' }, timeText(change.at, nowMs), ' ago'),
    h(
      'pre',
      { class: 'diff' },
      lines.map((line) => h('span', { class: lineClass(line) }, `${line}\n`)),
    ),
  ];
}

function lineClass(line: string): string {
  return { '+': 'added', '-': 'removed', '@': 'dim' }[line.charAt(0)] ?? '';
}

function timeText(at: string, nowMs: number): ComponentChild {
  return h('time', { dateTime: at, title: new Date(at).toLocaleString() }, age(at, nowMs));
}
