// In: what the server answered, sent, or failed to, and the state before.
// Out: the state after, which says what to do next, and what the sink is to be told. Pure: no time, no chance, no effect.
// Called by `Watcher`, which does what states say; one function for each thing that can happen.

import { compareResourceVersions, type StoredObject } from '../../api/index.ts';
import type { ListPage, WatchEvent } from '../../client/index.ts';
import { EarlyEndError, type WatchFailure, watchFailure } from './watch-failure.ts';

/** Where a watch of one kind stands. */
export type WatchState = Listing | Watching | BackingOff;

/** To do: ask for the next page. Nothing is shown before the last one is there: a part of a list is not a list. */
export interface Listing {
  readonly type: 'listing';
  /** `whole`: in one answer, after a list in pages had expired before its end. It costs memory, but can't expire. */
  readonly paging: 'pages' | 'whole';
  /** Those that have come. */
  readonly pages: readonly ListPage[];
  /** In a row, without a stream in between that proved healthy. */
  readonly failures: number;
}

/** To do: open a stream after `resourceVersion`, or go on reading it. */
export interface Watching {
  readonly type: 'watching';
  /** Everything up to here has been shown. */
  readonly resourceVersion: string;
  /** Whether the present stream has brought anything. */
  readonly isProven: boolean;
  readonly failures: number;
}

/** To do: wait, by the backoff of that many failures, and no less than the server asked for. */
export interface BackingOff {
  readonly type: 'backing-off';
  readonly failures: number;
  readonly atLeastMs: number;
  readonly next: Listing | Watching;
}

/** What the sink is to be told. */
export type WatchOutput =
  | { readonly type: 'replaced'; readonly objects: readonly StoredObject[]; readonly resourceVersion: string }
  | { readonly type: 'applied' | 'deleted'; readonly object: StoredObject }
  | { readonly type: 'progressed'; readonly resourceVersion: string };

/** A state, with what is to be told to the sink, or to those who look after the watch, before it is entered. */
export interface Step<State extends WatchState = WatchState> {
  readonly state: State;
  readonly output?: WatchOutput;
  readonly failure?: WatchFailure;
}

/** How every watch begins. */
export const initialState: Listing = { type: 'listing', paging: 'pages', pages: [], failures: 0 };

/**
 * How long a stream must have lived for the trouble before it to be over.
 * Else a server that takes every stream and drops it at once would be asked without pause.
 */
const HEALTHY_AFTER_MS = 5_000;

/** A page of the list has come. */
export function afterPage(state: Listing, page: ListPage): Step {
  const pages = [...state.pages, page];
  if (page.continue !== undefined) return { state: { ...state, pages } };
  // All pages show the moment of the first one, so that is where the watch takes over.
  const { resourceVersion } = pages[0] ?? page;
  return {
    state: { type: 'watching', resourceVersion, isProven: false, failures: state.failures },
    output: { type: 'replaced', objects: pages.flatMap(({ items }) => items), resourceVersion },
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
export function afterEnd(state: Watching, livedMs: number): Step {
  if (livedMs < HEALTHY_AFTER_MS) return afterFailure(state, watchFailure(new EarlyEndError()), livedMs);
  return { state: { ...state, isProven: false, failures: 0 } };
}

/**
 * A page could not be had, or the stream broke.
 *
 * @param livedMs - since the request was sent.
 */
export function afterFailure(state: Listing | Watching, failure: WatchFailure, livedMs: number): Step {
  // A stream that brought nothing may have spent its life connecting.
  const wasHealthy = state.type === 'watching' && state.isProven && livedMs >= HEALTHY_AFTER_MS;
  const failures = wasHealthy ? 1 : state.failures + 1;
  const next = nextAttempt(state, failure.type, failures);
  if (failure.type === 'expired' && failures === 1) return { state: next, failure };
  return { state: { type: 'backing-off', failures, atLeastMs: failure.retryAfterMs, next }, failure };
}

function nextAttempt(state: Listing | Watching, type: WatchFailure['type'], failures: number): Listing | Watching {
  if (type === 'unavailable') {
    return state.type === 'listing' ? { ...state, failures } : { ...state, isProven: false, failures };
  }
  const hasListExpired = type === 'expired' && state.type === 'listing' && state.paging === 'pages';
  return { ...initialState, paging: hasListExpired ? 'whole' : 'pages', failures };
}
