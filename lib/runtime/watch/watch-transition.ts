// In: the server's page, list, event, end or failure, and the previous state.
// Out: the next state, and the output for the sink. Pure: reads no clock, no random number, and
// has no effect. Called by `Watcher`, which acts on the states; one function for each event.

import { compareResourceVersions, type StoredObject } from '../../api/index.ts';
import type { ListPage, WatchEvent } from '../../client/index.ts';
import { SilenceError } from './silence-guard.ts';
import { EarlyEndError, NoListEndError, type WatchFailure, watchFailure } from './watch-failure.ts';
import {
  type BackingOff,
  firstPage,
  initialState,
  type Listing,
  type Streaming,
  type Verifying,
  type Watching,
  type WatchState,
} from './watch-state.ts';

/** The output for the sink. */
export type WatchOutput =
  | { readonly type: 'replaced'; readonly objects: readonly StoredObject[]; readonly resourceVersion: string }
  | { readonly type: 'applied' | 'deleted'; readonly object: StoredObject }
  | { readonly type: 'progressed'; readonly resourceVersion: string }
  | { readonly type: 'missing' };

/** A state, with the output that the sink and the log receive before the watcher enters it. */
export interface WatchTransition<State extends WatchState = WatchState> {
  readonly state: State;
  readonly output?: WatchOutput;
  readonly failure?: WatchFailure;
}

/**
 * The lifetime of a stream that ends a series of failures. Otherwise a server that accepts each stream and drops it at
 * once would receive requests without pause.
 */
const healthyAfterMs = 5_000;

/** Returns the transition after a page of the list. */
export function afterPage(state: Listing, page: ListPage): WatchTransition {
  const pages = [...state.pages, page];
  if (page.continue !== undefined) return { state: { ...state, pages } };
  // All pages show the moment of the first one, so the watch starts there.
  const { resourceVersion } = pages[0] ?? page;
  return {
    state: { type: 'watching', resourceVersion, isProven: false, relistsBy: 'listing', failures: state.failures },
    output: { type: 'replaced', objects: pages.flatMap(({ items }) => items), resourceVersion },
  };
}

/** Returns the transition after the initial list of a stream. The stream continues. */
export function afterStreamedList(state: Streaming, { items, resourceVersion }: ListPage): WatchTransition<Watching> {
  return {
    state: { type: 'watching', resourceVersion, isProven: true, relistsBy: 'streaming', failures: state.failures },
    output: { type: 'replaced', objects: items, resourceVersion },
  };
}

/** Returns the transition after an event of the stream. */
export function afterEvent(state: Watching, event: WatchEvent): WatchTransition<Watching> {
  if (event.type === 'BOOKMARK') return afterBookmark(state, event.resourceVersion);
  const { object } = event;
  return {
    state: { ...state, resourceVersion: object.metadata.resourceVersion, isProven: true },
    output: { type: event.type === 'DELETED' ? 'deleted' : 'applied', object },
  };
}

/**
 * Returns the transition after a bookmark. A bookmark older than the last event changes nothing; a watch from it would repeat
 * events.
 */
function afterBookmark(state: Watching, resourceVersion: string): WatchTransition<Watching> {
  const proven = { ...state, isProven: true };
  if (compareResourceVersions(resourceVersion, state.resourceVersion) <= 0) return { state: proven };
  return { state: { ...proven, resourceVersion }, output: { type: 'progressed', resourceVersion } };
}

/**
 * Returns the transition after the server has closed the stream, as it does when the stream's time is up.
 *
 * @param leastMs - the time before which an end is early: the server may then show an older state, as after a restore.
 */
export function afterEnd(state: Streaming | Watching, livedMs: number, leastMs = 0): WatchTransition {
  if (state.type === 'streaming') return afterFailure(state, watchFailure(new NoListEndError()), livedMs);
  if (livedMs < healthyAfterMs) return afterFailure(state, watchFailure(new EarlyEndError()), livedMs);
  if (state.isProven && livedMs >= leastMs) return { state: { ...state, isProven: false, failures: 0 } };
  const { resourceVersion, relistsBy } = state;
  return { state: { type: 'verifying', resourceVersion, relistsBy, failures: 0 } };
}

/**
 * Returns the transition after the server has named its current version. The watch continues from its own version, unless that
 * is later: then a restore has undone it.
 */
export function afterVersion({ resourceVersion, relistsBy }: Verifying, present: string): WatchTransition {
  if (compareResourceVersions(present, resourceVersion) < 0) return { state: relistState(relistsBy, 0) };
  return { state: { type: 'watching', resourceVersion, isProven: false, relistsBy, failures: 0 } };
}

/**
 * Returns the transition after a failed page or a broken stream.
 *
 * @param livedMs - since the request was sent.
 */
export function afterFailure(
  state: Exclude<WatchState, BackingOff>,
  failure: WatchFailure,
  livedMs: number,
): WatchTransition {
  // Older servers, and those behind the aggregation layer, reject a stream that begins with a list. This is not a failure.
  if (state.type === 'streaming' && failure.type === 'rejected') {
    return { state: { ...firstPage, failures: state.failures } };
  }
  // A stream that sent nothing may have spent its life connecting.
  const wasHealthy = state.type === 'watching' && state.isProven && livedMs >= healthyAfterMs;
  const failures = wasHealthy ? 1 : state.failures + 1;
  const next = backOffState(state, failure, failures);
  if (failure.type === 'expired' && failures === 1) return { state: next, failure };
  return {
    state: { type: 'backing-off', failures, atLeastMs: failure.retryAfterMs, next },
    failure,
    ...(failure.type === 'missing' && { output: { type: 'missing' } }),
  };
}

function backOffState(
  state: Exclude<WatchState, BackingOff>,
  failure: WatchFailure,
  failures: number,
): Exclude<WatchState, BackingOff> {
  // A kind that is installed later may be served by another server.
  if (failure.type === 'missing') return { ...initialState, failures };
  switch (state.type) {
    case 'streaming':
      return needsPages(failure, failures) ? { ...firstPage, failures } : { ...state, failures };
    case 'listing':
      if (failure.type === 'unavailable') return { ...state, failures };
      return { ...firstPage, paging: isVersionExpired(state, failure) ? 'whole' : 'pages', failures };
    case 'watching':
      // A server that returns after a failure may be another release.
      if (failure.type === 'unavailable') return { ...state, isProven: false, relistsBy: 'streaming', failures };
      return relistState(state.relistsBy, failures);
    case 'verifying':
      if (failure.type === 'unavailable') return { ...state, failures };
      return relistState(state.relistsBy, failures);
  }
}

function relistState(by: Watching['relistsBy'], failures: number): Streaming | Listing {
  return { ...(by === 'listing' ? firstPage : initialState), failures };
}

function isVersionExpired({ paging }: Listing, { type }: WatchFailure): boolean {
  return type === 'expired' && paging === 'pages';
}

/**
 * Returns true if the list should use pages after its stream has failed. A server without streamed lists sends the
 * existing objects, and then waits silently for changes. Otherwise a stream is retried once only: pages continue where
 * they broke off.
 */
function needsPages({ error }: WatchFailure, failures: number): boolean {
  return failures > 1 || error instanceof SilenceError || error instanceof NoListEndError;
}
