// In: the messages of the server and the actions of the user. Out: the content of the page. Pure: called by `main`.

import type {
  BoardReport,
  Health,
  ManagerObject,
  ManagerReport,
  ObjectDetail,
  ResourceRow,
  RowChanges,
} from '../message.ts';

/** The tabs of an object, in order. */
export const tabs = ['timeline', 'conditions', 'change', 'manifest'] as const;

/** A tab of an object. */
export type Tab = (typeof tabs)[number];

/** Selects rows. */
export interface RowFilter {
  /** Words, each of which occurs in the row. */
  readonly text: string;
  /** Undefined: any. */
  readonly health: Health | undefined;
  /** Empty: any. */
  readonly kind: string;
  /** Empty: any. */
  readonly namespace: string;
}

/** The place of the manager in the page's URL, where an object has its uid. */
export const managerPlace = 'manager';

/** All that the page shows. */
export interface PageState {
  readonly connection: 'opening' | 'open' | 'lost' | 'ended';
  readonly board: BoardReport;
  /** By namespace and name. */
  readonly rows: readonly ResourceRow[];
  readonly filter: RowFilter;
  /** The uid of the object that the user looks at, or {@link managerPlace}. */
  readonly selected: string | undefined;
  /** `undefined`: not loaded yet; `gone`: it was deleted. */
  readonly detail: ObjectDetail | 'gone' | undefined;
  readonly tab: Tab;
  /** Undefined: not loaded yet. */
  readonly manager: ManagerReport | undefined;
  /** The uids of tree nodes whose children are hidden. */
  readonly closed: ReadonlySet<string>;
}

/** The state of a page that has just been opened. */
export const openedState: PageState = {
  connection: 'opening',
  board: { operators: [], cluster: '', kinds: [] },
  rows: [],
  filter: { text: '', health: undefined, kind: '', namespace: '' },
  selected: undefined,
  detail: undefined,
  tab: 'timeline',
  manager: undefined,
  closed: new Set(),
};

/** Returns the rows after a message. */
export function rowsAfter(rows: readonly ResourceRow[], { changed, deleted }: RowChanges): readonly ResourceRow[] {
  const removed = new Set([...deleted, ...changed.map(({ uid }) => uid)]);
  return [...rows.filter(({ uid }) => !removed.has(uid)), ...changed].sort(byName);
}

/** Returns the rows that a filter selects. */
export function selectedRows(rows: readonly ResourceRow[], filter: RowFilter): readonly ResourceRow[] {
  const words = filter.text.toLowerCase().split(/\s+/);
  return rows.filter((row) => {
    if (filter.health !== undefined && row.health !== filter.health) return false;
    if (filter.kind !== '' && row.kind !== filter.kind) return false;
    if (filter.namespace !== '' && (row.namespace ?? '') !== filter.namespace) return false;
    const text = `${row.kind} ${row.namespace ?? ''}/${row.name} ${row.message}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Returns the number of rows in each state of health. */
export function healthCounts(rows: readonly ResourceRow[]): Readonly<Record<Health, number>> {
  const counts = { ready: 0, progressing: 0, failed: 0 };
  for (const { health } of rows) counts[health] += 1;
  return counts;
}

/** Returns the age of a time in its largest unit: `3 min`. */
export function age(at: string, nowMs: number): string {
  return durationText(Math.max(0, Math.round((nowMs - Date.parse(at)) / 1000)));
}

/** Returns the time until a moment in its largest unit; undefined if it has passed. */
export function timeUntil(at: string, nowMs: number): string | undefined {
  const seconds = Math.ceil((Date.parse(at) - nowMs) / 1000);
  return seconds > 0 ? durationText(seconds) : undefined;
}

/** Returns true if a Lease has expired, by the clock of this machine. */
export function isLeaseStale({ at, validSeconds }: NonNullable<ManagerObject['renewal']>, nowMs: number): boolean {
  return nowMs - Date.parse(at) > validSeconds * 1000;
}

function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`;
}

function byName(one: ResourceRow, other: ResourceRow): number {
  const [a, b] = [one, other].map(({ namespace = '', name, kind }) => `${namespace}\u0000${name}\u0000${kind}`);
  return (a ?? '') < (b ?? '') ? -1 : 1;
}
