import type { WriteRight } from '../lease/index.ts';

/** The time in which this process may reconcile one resource. */
export interface WorkTerm {
  /** Aborts when the work has to end: another process may do it from then on. */
  readonly signal: AbortSignal;
  /** Must be called when the work has ended, once. */
  end(): void;
}

/** The resources of one kind that this process reconciles, by keys as {@link formatObjectKey} writes them. */
export interface ShardOwnership {
  /** Returns the right that writes for a resource need, the same one for all resources of a shard; undefined for none. */
  rightTo(key: string): WriteRight | undefined;

  /**
   * Begins work on a resource.
   *
   * @param signal - also ends the work.
   * @returns undefined if another process may work on the resource.
   */
  begin(key: string, signal: AbortSignal): WorkTerm | undefined;

  /** Calls `listener` when this process gains resources: those whose keys `isGained` accepts. */
  onGain(listener: (isGained: (key: string) => boolean) => void): void;
}

/** Returns the ownership of all resources, for a process without shards. @param right - the right that all writes need. @default none */
export function ownershipOfEverything(right?: WriteRight): ShardOwnership {
  return {
    rightTo: () => right,
    // A process that was suspended may have lost the right before its signal aborts.
    begin: (_key, signal) => (right?.isLeader() === false ? undefined : { signal, end() {} }),
    onGain() {},
  };
}
