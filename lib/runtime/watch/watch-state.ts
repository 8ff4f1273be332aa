// In: what the server answered, sent, or failed to, and the state before.
// Out: the state after, which says what to do next, and what the sink is to be told. Pure: no time, no chance, no effect.
// Called by `Watcher`, which does what states say; one function for each thing that can happen.

import { compareResourceVersions, type StoredObject } from '../../api/index.ts';
import type { ListPage, WatchEvent } from '../../client/index.ts';
import { SilenceError } from './silence-guard.ts';
import { EarlyEndError, NoListEndError, type WatchFailure, watchFailure } from './watch-failure.ts';

/** Where a watch of one kind stands. */
export type WatchState = Streaming | Listing | Watching | Verifying | BackingOff;

/**
 * To do: open a stream that begins with a list, or go on reading it. Nothing is shown before that list has ended: a part
 * of a list is not a list.
 */
export interface Streaming {
  readonly type: 'streaming';
  /** In a row, without a stream in between that proved healthy. */
  readonly failures: number;
}

/** To do: ask for the next page of a list. Nothing is shown before the last one is there. */
export interface Listing {
  readonly type: 'listing';
  /** `whole`: in one answer, after a list in pages had expired before its end. It costs the server more, but can't expire. */
  readonly paging: 'pages' | 'whole';
  /** Those that have come. */
  readonly pages: readonly ListPage[];
  readonly failures: number;
}

/** To do: open a stream after `resourceVersion`, or go on reading it. */
export interface Watching {
  readonly type: 'watching';
  /** Everything up to here has been shown. */
  readonly resourceVersion: string;
  /** Whether the present stream has brought anything. */
  readonly isProven: boolean;
  /** How to list again should this place in history be lost: by pages if the server has been found to have no more. */
  readonly relistsBy: (Streaming | Listing)['type'];
  readonly failures: number;
}

/**
 * To do: ask for the present version. A stream has ended without an event or the bookmark that API servers send before the
 * end: after a restore of etcd, a stream from a later version than the present one is silent like that.
 */
export interface Verifying {
  readonly type: 'verifying';
  readonly resourceVersion: string;
  readonly relistsBy: Watching['relistsBy'];
  readonly failures: number;
}

/** To do: wait, by the backoff of that many failures, and no less than the server asked for. */
export interface BackingOff {
  readonly type: 'backing-off';
  readonly failures: number;
  readonly atLeastMs: number;
  readonly next: Exclude<WatchState, BackingOff>;
}

/** What the sink is to be told. */
export type WatchOutput =
  | { readonly type: 'replaced'; readonly objects: readonly StoredObject[]; readonly resourceVersion: string }
  | { readonly type: 'applied' | 'deleted'; readonly object: StoredObject }
  | { readonly type: 'progressed'; readonly resourceVersion: string }
  | { readonly type: 'missing' };

/** A state, with what is to be told to the sink, or to those who look after the watch, before it is entered. */
export interface Step<State extends WatchState = WatchState> {
  readonly state: State;
  readonly output?: WatchOutput;
  readonly failure?: WatchFailure;
}

/** How every watch begins. */
export const initialState: Streaming = { type: 'streaming', failures: 0 };

/** How a list begins where it doesn't come by stream. */
export const firstPage: Listing = { type: 'listing', paging: 'pages', pages: [], failures: 0 };

/**
 * How long a stream must have lived for the trouble before it to be over.
 * Else a server that takes every stream and drops it at once would be asked without pause.
 */
const healthyAfterMs = 5_000;

/** A page of the list has come. */
export function afterPage(state: Listing, page: ListPage): Step {
  const pages = [...state.pages, page];
  if (page.continue !== undefined) return { state: { ...state, pages } };
  // All pages show the moment of the first one, so that is where the watch takes over.
  const { resourceVersion } = pages[0] ?? page;
  return {
    state: { type: 'watching', resourceVersion, isProven: false, relistsBy: 'listing', failures: state.failures },
    output: { type: 'replaced', objects: pages.flatMap(({ items }) => items), resourceVersion },
  };
}

/** The list has come with which the stream began. The stream goes on. */
export function afterStreamedList(state: Streaming, { items, resourceVersion }: ListPage): Step<Watching> {
  return {
    state: { type: 'watching', resourceVersion, isProven: true, relistsBy: 'streaming', failures: state.failures },
    output: { type: 'replaced', objects: items, resourceVersion },
  };
}

/** The stream has brought an event. */
export function afterEvent(state: Watching, event: WatchEvent): Step<Watching> {
  if (event.type === 'BOOKMARK') return afterBookmark(state, event.resourceVersion);
  const { object } = event;
  return {
    state: { ...state, resourceVersion: object.metadata.resourceVersion, isProven: true },
    output: { type: event.type === 'DELETED' ? 'deleted' : 'applied', object },
  };
}

/** A bookmark that was overtaken by events says nothing new; resuming from it would bring those events again. */
function afterBookmark(state: Watching, resourceVersion: string): Step<Watching> {
  const proven = { ...state, isProven: true };
  if (compareResourceVersions(resourceVersion, state.resourceVersion) <= 0) return { state: proven };
  return { state: { ...proven, resourceVersion }, output: { type: 'progressed', resourceVersion } };
}

/** The server has closed the stream, as it does when its time is up. */
export function afterEnd(state: Streaming | Watching, livedMs: number): Step {
  if (state.type === 'streaming') return afterFailure(state, watchFailure(new NoListEndError()), livedMs);
  if (livedMs < healthyAfterMs) return afterFailure(state, watchFailure(new EarlyEndError()), livedMs);
  if (state.isProven) return { state: { ...state, isProven: false, failures: 0 } };
  const { resourceVersion, relistsBy } = state;
  return { state: { type: 'verifying', resourceVersion, relistsBy, failures: 0 } };
}

/** The server has named its present version: the watch goes on from its own, unless that lies in a future undone by a restore. */
export function afterVersion({ resourceVersion, relistsBy }: Verifying, present: string): Step {
  if (compareResourceVersions(present, resourceVersion) < 0) return { state: relist(relistsBy, 0) };
  return { state: { type: 'watching', resourceVersion, isProven: false, relistsBy, failures: 0 } };
}

/**
 * A page could not be had, or the stream broke.
 *
 * @param livedMs - since the request was sent.
 */
export function afterFailure(state: Exclude<WatchState, BackingOff>, failure: WatchFailure, livedMs: number): Step {
  // Older servers, and those behind the aggregation layer, refuse a stream that begins with a list. That is no trouble.
  if (state.type === 'streaming' && failure.type === 'rejected') {
    return { state: { ...firstPage, failures: state.failures } };
  }
  // A stream that brought nothing may have spent its life connecting.
  const wasHealthy = state.type === 'watching' && state.isProven && livedMs >= healthyAfterMs;
  const failures = wasHealthy ? 1 : state.failures + 1;
  const next = nextAttempt(state, failure, failures);
  if (failure.type === 'expired' && failures === 1) return { state: next, failure };
  return {
    state: { type: 'backing-off', failures, atLeastMs: failure.retryAfterMs, next },
    failure,
    ...(failure.type === 'missing' && { output: { type: 'missing' } }),
  };
}

function nextAttempt(
  state: Exclude<WatchState, BackingOff>,
  failure: WatchFailure,
  failures: number,
): Exclude<WatchState, BackingOff> {
  // What is installed later may be served by another server.
  if (failure.type === 'missing') return { ...initialState, failures };
  switch (state.type) {
    case 'streaming':
      return isStreamFutile(failure, failures) ? { ...firstPage, failures } : { ...state, failures };
    case 'listing':
      if (failure.type === 'unavailable') return { ...state, failures };
      return { ...firstPage, paging: hasExpired(state, failure) ? 'whole' : 'pages', failures };
    case 'watching':
      // A server that has been away may be another release when it is back.
      if (failure.type === 'unavailable') return { ...state, isProven: false, relistsBy: 'streaming', failures };
      return relist(state.relistsBy, failures);
    case 'verifying':
      if (failure.type === 'unavailable') return { ...state, failures };
      return relist(state.relistsBy, failures);
  }
}

function relist(by: Watching['relistsBy'], failures: number): Streaming | Listing {
  return { ...(by === 'listing' ? firstPage : initialState), failures };
}

/**
 * Whether a list had better come in pages after its stream has failed. A server that doesn't know such streams sends
 * what there is, and then waits in silence for changes. Else a stream gets a second chance, but no third one: pages go
 * on where they broke off.
 */
function isStreamFutile({ error }: WatchFailure, failures: number): boolean {
  return failures > 1 || error instanceof SilenceError || error instanceof NoListEndError;
}

function hasExpired({ paging }: Listing, { type }: WatchFailure): boolean {
  return type === 'expired' && paging === 'pages';
}
