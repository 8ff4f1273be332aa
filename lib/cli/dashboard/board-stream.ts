// In: the changes of a board. Out: server-sent events for one page, with the changes only. Called by
// `DashboardServer` for each open page.

import type { Clock } from '../../clock/index.ts';
import type { Board, BoardReader } from './board.ts';
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
  function* pending(): Generator<string> {
    if (isKindWaiting) {
      isKindWaiting = false;
      yield eventText('board', board.report);
    }
    while (waiting.size > 0) {
      const uids = [...waiting].slice(0, mostRows);
      for (const uid of uids) waiting.delete(uid);
      const rows = uids.map((uid) => [uid, board.row(uid)] as const);
      const changed = rows.flatMap(([, row]): ResourceRow[] => (row === undefined ? [] : [row]));
      const deleted = rows.flatMap(([uid, row]) => (row === undefined && sent.delete(uid) ? [uid] : []));
      for (const { uid } of changed) sent.add(uid);
      if (changed.length + deleted.length > 0) yield eventText('rows', { changed, deleted } satisfies RowChanges);
    }
  }
  startStream(board, { sink, clock, pending }, (wake) => ({
    kindsChanged() {
      isKindWaiting = true;
      wake();
    },
    objectsChanged(uids) {
      for (const uid of uids) waiting.add(uid);
      wake();
    },
  }));
}

/** Sends the detail of one object, now and after each change in its tree. */
export function streamDetail(board: Board, uid: string, sink: StreamSink, clock: Pick<Clock, 'timer'>): void {
  let isWaiting = true;
  let watched: string | undefined;
  function* pending(): Generator<string> {
    if (!isWaiting) return;
    isWaiting = false;
    const detail = board.detail(uid);
    watched = detail?.tree[0]?.uid ?? watched;
    yield detail === undefined ? eventText('gone', {}) : eventText('detail', detail);
  }
  startStream(board, { sink, clock, pending }, (wake) => ({
    objectsChanged(uids) {
      if (!uids.includes(uid) && (watched === undefined || !uids.includes(watched))) return;
      isWaiting = true;
      wake();
    },
  }));
}

/** Sends the work of the manager, now and after each change. */
export function streamManager(board: Board, sink: StreamSink, clock: Pick<Clock, 'timer'>): void {
  let isWaiting = true;
  function* pending(): Generator<string> {
    if (!isWaiting) return;
    isWaiting = false;
    yield eventText('manager', board.managerReport);
  }
  startStream(board, { sink, clock, pending }, (wake) => ({
    managerChanged() {
      isWaiting = true;
      wake();
    },
  }));
}

interface Stream {
  readonly sink: StreamSink;
  readonly clock: Pick<Clock, 'timer'>;
  /** Yields the events that wait to be sent; called again after an interruption. */
  readonly pending: () => Generator<string>;
}

/** Writes at once, and after a call of `wake` at most once in a collection time, until the sink closes. */
function startStream(
  board: Board,
  { sink, clock, pending }: Stream,
  readerOf: (wake: () => void) => Partial<BoardReader>,
): void {
  let [isScheduled, isClosed] = [false, false];
  sink.once('close', () => {
    isClosed = true;
  });
  const flush = () => {
    isScheduled = false;
    if (isClosed) return;
    for (const text of pending()) {
      if (sink.write(text)) continue;
      isScheduled = true;
      sink.once('drain', flush);
      return;
    }
  };
  flush();
  const stop = board.read(
    readerOf(() => {
      if (isScheduled || isClosed) return;
      isScheduled = true;
      clock.timer(collectionMs, flush);
    }),
  );
  sink.once('close', stop);
}

function eventText(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
