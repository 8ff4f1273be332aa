import assert from 'node:assert/strict';
import { Watcher, type WatcherOptions, type WatchSink } from '../../../lib/runtime/watch/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { RecordingLogger } from '../recording-logger.ts';
import { configMap } from '../stored-object.ts';
import { silentSink } from './silent-sink.ts';
import { type ServedRequest, WatchServer } from './watch-server.ts';

/** A watcher without random delays, its server, and its reports. */
export class ObservedWatcher {
  readonly clock = new ManualClock();
  readonly server = new WatchServer(this.clock);
  readonly logger = new RecordingLogger();
  /** The reports to the sink, as text, except failures. */
  readonly reports: string[] = [];
  /** The errors that were reported to the sink. */
  readonly failures: unknown[] = [];
  readonly sink: WatchSink = {
    ...silentSink,
    replace: (objects, version) =>
      this.reports.push(
        `replaced ${objects.map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`).join(' ')} to ${version}`,
      ),
    apply: ({ metadata }) => this.reports.push(`applied ${metadata.name}@${metadata.resourceVersion}`),
    delete: ({ metadata }) => this.reports.push(`deleted ${metadata.name}@${metadata.resourceVersion}`),
    recordBookmark: (version) => this.reports.push(`progressed to ${version}`),
    recordFailure: (error) => this.failures.push(error),
  };
  #controller = new AbortController();
  #end: Promise<void> = Promise.resolve();

  constructor(streamedLists: WatchServer['streamedLists']) {
    this.server.streamedLists = streamedLists;
  }

  /** Aborts to stop the watcher. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts a watcher, and runs all work that takes no time. */
  async start(options: Partial<WatcherOptions> = {}): Promise<void> {
    const { server: client, clock, logger, sink } = this;
    const watcher = new Watcher(
      { client, clock, logger },
      {
        kind: configMap,
        sink,
        ...options,
      },
    );
    this.#end = watcher.run(this.signal);
    await clock.advance(0);
  }

  /** Stops the running watcher; another may be started. */
  async stop(): Promise<void> {
    this.abort();
    await this.#end;
    this.#controller = new AbortController();
    await this.clock.advance(0);
    assert.equal(this.clock.pendingCount, 0, 'a timer outlives the watcher');
  }

  abort(): void {
    this.#controller.abort(new Error('stop'));
  }

  get warnings(): string[] {
    return this.logger.lines.filter(({ level }) => level === 'warn').map(({ message }) => message);
  }

  /** The requests as text: a list that comes with a stream, or the page size of a list, or changes after a version. */
  asked(first = 0): string[] {
    return this.server.requests.slice(first).map(inWords);
  }
}

function inWords(request: ServedRequest): string {
  if (request.verb === 'watch') return request.resourceVersion ?? 'streamed list';
  const { limit, continue: place } = request;
  return `${place === undefined ? 'list' : 'rest'}${limit === undefined ? '' : ` of ${limit}`}`;
}
