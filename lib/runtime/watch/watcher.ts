// In: lists and streams of one kind from an API server, with all their failures.
// Out: for one sink, whole lists, and each change after them without a gap. Created by `runtime/shared-caches.ts`, for one
// namespace or for all; `watch-transition.ts` decides, this module acts.

import { type ListPage, type ObjectContent, pageSize, type Selection, type WatchEvent } from '../../client/index.ts';
import { Backoff, type Clock, untilAborted } from '../../clock/index.ts';
import { SilenceGuard, type SilenceLimits, StreamLife } from './silence-guard.ts';
import { StreamedList } from './streamed-list.ts';
import type { Transform } from './transform.ts';
import { failureAfterDiscovery, type WatchFailure, watchFailure } from './watch-failure.ts';
import { WatchReport } from './watch-report.ts';
import {
  type BackingOff,
  initialState,
  type Listing,
  type Streaming,
  type Verifying,
  type Watching,
  type WatchState,
} from './watch-state.ts';
import { afterEnd, afterEvent, afterFailure, afterPage, afterStreamedList, afterVersion } from './watch-transition.ts';
import type { WatcherOptions, WatcherPorts } from './watcher-options.ts';

/** A large page over a slow connection may take long, as long as objects keep arriving. */
const pageSilence: SilenceLimits = { quietMs: 22_000, graceMs: 22_000 };

/** A server that streams lists begins within milliseconds; after this time the watcher requests pages instead. */
const streamedListSilence: SilenceLimits = { quietMs: 10_000, graceMs: 10_000 };

/** The delays after failures in a row. */
const backoff = new Backoff({ baseMs: 800, maxMs: 30_000 });

/**
 * Watches the objects of one kind as long as the process lives, whatever happens to the API server.
 *
 * Reads lists from the server's latest state, never from its cache, which may be outdated. After a restart, or behind
 * several API servers, versions must not decrease. (`resourceVersion: '0'` would also make the server ignore the page
 * size.) Current servers still answer such lists from memory.
 *
 * A list is part of the watch stream if the server supports that, which costs both sides the least memory; otherwise it
 * comes in pages.
 *
 * After each end or failure of a stream, the watcher continues from the last received version. It lists again only if the
 * server no longer keeps that version, or is at an older one, as after a restore of etcd.
 *
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export class Watcher {
  readonly #client: WatcherPorts['client'];
  readonly #clock: Clock;
  readonly #report: WatchReport;
  readonly #options: WatcherOptions;
  readonly #transform: Transform;
  #listTransform: Transform;

  constructor({ client, clock, logger }: WatcherPorts, options: WatcherOptions) {
    this.#client = client;
    this.#clock = clock;
    this.#report = new WatchReport(options, logger);
    this.#options = options;
    this.#transform = options.transform ?? ((object) => object);
    this.#listTransform = this.#transform;
  }

  /**
   * Watches until `signal` aborts, and then resolves; no failure of the server rejects it. The sink receives nothing after
   * the abort.
   */
  async run(signal: AbortSignal): Promise<void> {
    let state: WatchState = initialState;
    while (!signal.aborted) {
      switch (state.type) {
        case 'listing':
          state = await this.#listPage(state, signal);
          break;
        case 'streaming':
        case 'watching':
          state = await this.#watchStream(state, signal);
          break;
        case 'verifying':
          state = await this.#verifyVersion(state, signal);
          break;
        case 'backing-off':
          state = await this.#backOff(state, signal);
          break;
      }
    }
  }

  async #listPage(state: Listing, signal: AbortSignal): Promise<WatchState> {
    const startMs = this.#clock.monotonic();
    const guard = new SilenceGuard(this.#clock, signal, pageSilence);
    if (state.pages.length === 0) this.#beginList();
    try {
      const page = await this.#requestPage(state, guard);
      return signal.aborted ? state : this.#report.report(afterPage(state, page));
    } catch (error) {
      return await this.#stateAfterFailure(state, { error, startMs }, signal);
    } finally {
      guard.release();
    }
  }

  /** Requests the current version by the smallest list that the rights of the watch allow. */
  async #verifyVersion(state: Verifying, signal: AbortSignal): Promise<WatchState> {
    const startMs = this.#clock.monotonic();
    const guard = new SilenceGuard(this.#clock, signal, pageSilence);
    try {
      const options = { ...this.#watchSelection(), content: 'metadata', limit: 1, signal: guard.signal } as const;
      const { resourceVersion } = await this.#client.list(this.#options.kind, options);
      return signal.aborted ? state : this.#report.report(afterVersion(state, resourceVersion));
    } catch (error) {
      return await this.#stateAfterFailure(state, { error, startMs }, signal);
    } finally {
      guard.release();
    }
  }

  /** Returns the state after a failure, or the previous state if the watcher is to end. */
  async #stateAfterFailure(
    state: Exclude<WatchState, BackingOff>,
    { error, startMs }: { readonly error: unknown; readonly startMs: number },
    signal: AbortSignal,
  ): Promise<WatchState> {
    const livedMs = this.#elapsedMs(startMs);
    const failure = await this.#verifiedFailure(error, signal);
    return signal.aborted ? state : this.#report.report(afterFailure(state, failure, livedMs));
  }

  /** Returns the consequence of an error. A kind counts as missing only if the server's discovery confirms it. */
  async #verifiedFailure(error: unknown, signal: AbortSignal): Promise<WatchFailure> {
    const failure = watchFailure(error);
    const { isServed, kind } = this.#options;
    if (failure.type !== 'missing' || isServed === undefined || this.#report.isMissing || signal.aborted)
      return failure;
    const guard = new SilenceGuard(this.#clock, signal, pageSilence);
    try {
      return await failureAfterDiscovery(failure, kind, () => isServed(guard.signal));
    } finally {
      guard.release();
    }
  }

  #requestPage({ paging, pages }: Listing, guard: SilenceGuard): Promise<ListPage> {
    return this.#client.list(this.#options.kind, {
      ...this.#watchSelection(),
      limit: paging === 'pages' ? pageSize : undefined,
      continue: pages.at(-1)?.continue,
      transform: (object) => {
        guard.recordData();
        return this.#listTransform(object);
      },
      signal: guard.signal,
    });
  }

  async #watchStream(opened: Streaming | Watching, signal: AbortSignal): Promise<WatchState> {
    const startMs = this.#clock.monotonic();
    const guard = new SilenceGuard(this.#clock, signal, streamedListSilence);
    const list = new StreamedList();
    if (opened.type === 'streaming') this.#beginList();
    let state = opened;
    try {
      // A stream after a failure is short: if a restore has undone its version, it is silent until its end.
      const isLong = opened.failures === 0 && (await this.#noticesDeadServer(guard.signal));
      const life = new StreamLife(this.#clock.random(), isLong);
      const { timeoutSeconds } = life;
      if (opened.type === 'watching') guard.setLimits(life.restOfLife(0));
      const resourceVersion = opened.type === 'streaming' ? undefined : opened.resourceVersion;
      const options = { ...this.#watchSelection(), resourceVersion, timeoutSeconds, signal: guard.signal };
      for await (const sent of this.#client.watch(this.#options.kind, options)) {
        if (signal.aborted) return state;
        guard.recordData();
        if (state.type === 'watching') {
          state = this.#report.report(afterEvent(state, transformedEvent(sent, this.#transform)));
          continue;
        }
        state = this.#stateAfterListEvent(state, list, sent);
        if (state.type === 'watching') guard.setLimits(life.restOfLife(this.#elapsedMs(startMs)));
      }
      return signal.aborted
        ? state
        : this.#report.report(afterEnd(state, this.#elapsedMs(startMs), isLong ? timeoutSeconds * 1000 : 0));
    } catch (error) {
      return await this.#stateAfterFailure(state, { error, startMs }, signal);
    } finally {
      guard.release();
    }
  }

  /** Returns true if a long stream fails soon when its server is dead. */
  async #noticesDeadServer(signal: AbortSignal): Promise<boolean> {
    const noticed = this.#client.noticesDeadServer?.();
    return noticed !== undefined && (await untilAborted(noticed, signal)) === true;
  }

  async #backOff(state: BackingOff, signal: AbortSignal): Promise<WatchState> {
    const delayMs = Math.max(backoff.delayMs(state.failures, this.#clock), state.atLeastMs);
    try {
      await this.#clock.sleep(delayMs, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return state.next;
  }

  #elapsedMs(startMs: number): number {
    return this.#clock.monotonic() - startMs;
  }

  /** Apart from the loop, which would keep the list in memory while it waits for the next event. */
  #stateAfterListEvent(state: Streaming, list: StreamedList, event: WatchEvent): Streaming | Watching {
    const complete = list.addEvent(transformedEvent(event, this.#listTransform));
    return complete === undefined ? state : this.#report.report(afterStreamedList(state, complete));
  }

  #beginList(): void {
    this.#listTransform = this.#options.listTransform?.() ?? this.#transform;
  }

  #watchSelection(): Selection & { readonly content: ObjectContent | undefined } {
    const { namespace, labelSelector, fieldSelector, content } = this.#options;
    return { namespace, labelSelector, fieldSelector, content };
  }
}

function transformedEvent(event: WatchEvent, transform: Transform): WatchEvent {
  return event.type === 'BOOKMARK' ? event : { type: event.type, object: transform(event.object) };
}
