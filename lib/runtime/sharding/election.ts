import type { StoredObject } from '../../api/index.ts';

/** The election for one Lease, as far as it matters here. One that nobody runs only looks on. */
export interface Election {
  /** Who holds the Lease, which may be this process; undefined if it is free to be taken. */
  readonly holder: string | undefined;
  /** When the latest sign of life of the holder was seen, by the monotonic clock; undefined before the first look. */
  readonly seenAtMs: number | undefined;
  /** When the holder last renewed, by its own wall clock; undefined before the first look. */
  readonly renewedAtMs: number | undefined;
  /** Whether the Lease is free because its holder fell silent. A replica that has seen it for less long can't take it yet. */
  readonly isExpired: boolean;
  /** The answer holds for the moment of the call only. */
  isLeader(): boolean;
  /** The present term, or the next one: a signal that aborts when it is over. */
  term(): Promise<AbortSignal>;
  /** Takes in what a list shows of the Lease. */
  observe(lease: StoredObject): void;
  /** Takes part until `signal` aborts, then gives the Lease back. May be called again afterwards. */
  run(signal: AbortSignal): Promise<void>;
}
