// The states of a watch of one kind: each defines the next action of the `Watcher`. `watch-transition.ts` has the ways from
// one to the next.

import type { ListPage } from '../../client/index.ts';

/** The state of a watch of one kind. */
export type WatchState = Streaming | Listing | Watching | Verifying | BackingOff;

/** Action: open a stream that begins with a list, or continue to read it. The sink receives only complete lists. */
export interface Streaming {
  readonly type: 'streaming';
  /** The number of failures in a row, without a healthy stream in between. */
  readonly failures: number;
}

/** Action: request the next page of a list. The sink receives only complete lists. */
export interface Listing {
  readonly type: 'listing';
  /**
   * `whole`: the list in one response, after a paged list expired before its end. It costs the server more, but can't expire.
   */
  readonly paging: 'pages' | 'whole';
  /** The received pages. */
  readonly pages: readonly ListPage[];
  readonly failures: number;
}

/** Action: open a stream after `resourceVersion`, or continue to read it. */
export interface Watching {
  readonly type: 'watching';
  /** The version up to which the sink has received everything. */
  readonly resourceVersion: string;
  /** True if the current stream has sent any event. */
  readonly isProven: boolean;
  /** The way to list again if the server loses this version: by pages if the server doesn't support streamed lists. */
  readonly relistsBy: (Streaming | Listing)['type'];
  readonly failures: number;
}

/**
 * Action: request the current version. A stream ended without an event or the bookmark that API servers send before the
 * end, or a long one ended early. After a restore of etcd, a stream from a version later than the current one is silent in this way.
 */
export interface Verifying {
  readonly type: 'verifying';
  readonly resourceVersion: string;
  readonly relistsBy: Watching['relistsBy'];
  readonly failures: number;
}

/** Action: wait for the backoff of that many failures, and at least as long as the server asked for. */
export interface BackingOff {
  readonly type: 'backing-off';
  readonly failures: number;
  readonly atLeastMs: number;
  readonly next: Exclude<WatchState, BackingOff>;
}

/** The first state of each watch. */
export const initialState: Streaming = { type: 'streaming', failures: 0 };

/** The first state of a list that isn't streamed. */
export const firstPage: Listing = { type: 'listing', paging: 'pages', pages: [], failures: 0 };
