import type { Kind } from '../../api/index.ts';
import type { Client, ObjectContent, Selection } from '../../client/index.ts';
import type { Backoff, Clock } from '../../clock/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { ToldTroubles } from './failure-log.ts';
import type { Transform } from './transform.ts';
import type { WatchSink } from './watch-sink.ts';

/** What a watcher works with. */
export interface WatcherPorts {
  readonly client: Pick<Client, 'list' | 'watch'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What a watcher follows, for whom, and how. */
export interface WatcherOptions extends Selection {
  readonly kind: Kind;
  readonly sink: WatchSink;
  /** What of each object is wanted. @default 'whole' */
  readonly content?: ObjectContent | undefined;
  /** Applied to each object before anything else sees it. @default as the server sent it */
  readonly transform?: Transform | undefined;
  /**
   * Whether the kind is served, asked when the server says that it isn't. What it throws is a doubt.
   * @default not asked: the sink is never told that the kind is missing
   */
  readonly isServed?: ((signal: AbortSignal) => Promise<boolean>) | undefined;
  /**
   * Called before the sink is given a list that is older than what it was given before, as after a restore of etcd.
   * @default such a list is one like any other
   */
  readonly onRegression?: ((seen: string, shown: string) => void) | undefined;
  /** The troubles that have been told of what is followed in parts. @default of this alone */
  readonly toldTroubles?: ToldTroubles | undefined;
  /** Delays after failures in a row. @default from 0.8 s to 30 s */
  readonly backoff?: Backoff | undefined;
  /** A number from 0, included, to 1, excluded, that spreads the lives of streams. @default Math.random */
  readonly random?: (() => number) | undefined;
}
