// In: server-sent events. Out: their messages. Opened by `main`.

import type { BoardReport, ManagerReport, ObjectDetail, RowChanges } from '../message.ts';

/** Receives the messages about the list. */
export interface RowReceiver {
  /** The connection is open: all rows follow. */
  readonly opened: () => void;
  /** @param isEnded - true if the browser doesn't try again. */
  readonly failed: (isEnded: boolean) => void;
  readonly report: (report: BoardReport) => void;
  readonly rows: (changes: RowChanges) => void;
}

/** Receives the messages about one object. */
export interface ObjectReceiver {
  readonly detail: (detail: ObjectDetail) => void;
  readonly gone: () => void;
}

/** Receives the rows as long as the page is open. */
export function receiveRows({ opened, failed, report, rows }: RowReceiver): void {
  const source = new EventSource('/rows');
  source.addEventListener('open', opened);
  source.addEventListener('error', () => failed(source.readyState === EventSource.CLOSED));
  source.addEventListener('board', ({ data }) => report(JSON.parse(String(data)) as BoardReport));
  source.addEventListener('rows', ({ data }) => rows(JSON.parse(String(data)) as RowChanges));
}

/** Receives the detail of an object. @returns a function that ends the stream. */
export function receiveObject(uid: string, { detail, gone }: ObjectReceiver): () => void {
  const source = new EventSource(`/object?uid=${encodeURIComponent(uid)}`);
  source.addEventListener('detail', ({ data }) => detail(JSON.parse(String(data)) as ObjectDetail));
  source.addEventListener('gone', gone);
  return () => source.close();
}

/** Receives the work of the manager. @returns a function that ends it. */
export function receiveManager(received: (report: ManagerReport) => void): () => void {
  const source = new EventSource('/manager');
  source.addEventListener('manager', ({ data }) => received(JSON.parse(String(data)) as ManagerReport));
  return () => source.close();
}
