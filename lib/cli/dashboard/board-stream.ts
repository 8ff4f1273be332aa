// In: the changes of a board. Out: server-sent events for one page, with the changes only. Called by
// `DashboardServer` for each open page.

import type { Clock } from '../../clock/index.ts';
import type { Board } from './board.ts';
import type { ResourceRow, RowChanges } from './message.ts';

/** The time in which changes are collected, so that a busy operator doesn't redraw the page with each of them. */
const collectionMs = 100;

/** The maximum number of rows in one message. */
const mostRows = 500;

/** The response that a stream writes to. */
export interface StreamSink {
  /** Returns false if the reader is slow: the stream then waits for `drain`. */
  write(text: string): boolean;
  once(event: 'close' | 'drain', listener: () => void): unknown;
}

/** Sends the kinds and the rows of all resources, and then each row that changes. */
export function streamRows(board: Board, sink: StreamSink, clock: Pick<Clock, 'timer'>): void {
  const sent = new Set<string>();
  const waiting = new Set(board.resources);
  let isKindWaiting = true;
  const next = () => {
    if (isKindWaiting) {
      isKindWaiting = false;
      return eventText('board', board.report);
    }
    const uids = [...waiting].slice(0, mostRows);
    for (const uid of uids) waiting.delete(uid);
    const rows = uids.map((uid) => [uid, board.row(uid)] as const);
    const changed = rows.flatMap(([, row]): ResourceRow[] => (row === undefined ? [] : [row]));
    const deleted = rows.flatMap(([uid, row]) => (row === undefined && sent.delete(uid) ? [uid] : []));
    for (const { uid } of changed) sent.add(uid);
    if (changed.length + deleted.length === 0) return undefined;
    return eventText('rows', { changed, deleted } satisfies RowChanges);
  };
  const wake = startStream(sink, clock, { isWaiting: () => isKindWaiting || waiting.size > 0, next });
  const stop = board.read({
    kindsChanged() {
      isKindWaiting = true;
      wake();
    },
    objectsChanged(uids) {
      for (const uid of uids) waiting.add(uid);
      wake();
    },
    managerChanged() {},
  });
  sink.once('close', stop);
}

/** Sends the detail of one object, now and after each change in its tree. */
export function streamDetail(board: Board, uid: string, sink: StreamSink, clock: Pick<Clock, 'timer'>): void {
  let isWaiting = true;
  const top = () => board.detail(uid)?.tree[0]?.uid;
  let watched = top();
  const wake = startStream(sink, clock, {
    isWaiting: () => isWaiting,
    next() {
      isWaiting = false;
      const detail = board.detail(uid);
      watched = detail?.tree[0]?.uid ?? watched;
      return detail === undefined ? eventText('gone', {}) : eventText('detail', detail);
    },
  });
  const stop = board.read({
    kindsChanged() {},
    objectsChanged(uids) {
      if (!uids.includes(uid) && (watched === undefined || !uids.includes(watched))) return;
      isWaiting = true;
      wake();
    },
    managerChanged() {},
  });
  sink.once('close', stop);
}

/** Sends the work of the manager, now and after each change. */
export function streamManager(board: Board, sink: StreamSink, clock: Pick<Clock, 'timer'>): void {
  let isWaiting = true;
  const wake = startStream(sink, clock, {
    isWaiting: () => isWaiting,
    next() {
      isWaiting = false;
      return eventText('manager', board.managerReport);
    },
  });
  const stop = board.read({
    kindsChanged() {},
    objectsChanged() {},
    managerChanged() {
      isWaiting = true;
      wake();
    },
  });
  sink.once('close', stop);
}

interface StreamSource {
  readonly isWaiting: () => boolean;
  /** Returns the next event, if there is something to send. */
  readonly next: () => string | undefined;
}

/** Writes at once, and then at most once in a collection time. @returns a function to call after a change. */
function startStream(sink: StreamSink, clock: Pick<Clock, 'timer'>, { isWaiting, next }: StreamSource): () => void {
  let [isScheduled, isClosed] = [false, false];
  sink.once('close', () => {
    isClosed = true;
  });
  const flush = () => {
    isScheduled = false;
    while (isWaiting() && !isClosed) {
      const text = next();
      if (text === undefined || sink.write(text)) continue;
      isScheduled = true;
      sink.once('drain', flush);
      return;
    }
  };
  flush();
  return () => {
    if (isScheduled || isClosed) return;
    isScheduled = true;
    clock.timer(collectionMs, flush);
  };
}

function eventText(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
