import type { StoredObject } from '../../api/index.ts';

/** The election for one Lease, as far as sharding uses it. An election that isn't running only observes. */
export interface Election {
  /** The identity of the holder, which may be this process; undefined if the Lease is free. */
  readonly holder: string | undefined;
  /** When this process last observed a renewal, by its monotonic clock; undefined before the first list. */
  readonly seenAtMs: number | undefined;
  /** When the holder last renewed, by the holder's wall clock; undefined before the first list. */
  readonly renewedAtMs: number | undefined;
  /** True if the Lease is free because its holder stopped renewing. A replica that has observed it for less time can't acquire it yet. */
  readonly isExpired: boolean;
  /** True at the moment of the call; it may be false a moment later. */
  isLeader(): boolean;
  /** Resolves with the present term, or the next one: a signal that aborts when the term ends. */
  term(): Promise<AbortSignal>;
  /** Reads the Lease as a list shows it. */
  observe(lease: StoredObject): void;
  /** Stands for the Lease until `signal` aborts, then releases it. May be called again afterwards. */
  run(signal: AbortSignal): Promise<void>;
}
