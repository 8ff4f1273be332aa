/** The right to write: of the leader, or of the holder of a shard. */
export interface WriteRight {
  /** The answer holds for the moment of the call only. */
  isLeader(): boolean;
}

/** A time of work on one resource. */
export interface Stint {
  /** Aborts when the work has to end: another process may do it from then on. */
  readonly signal: AbortSignal;
  /** Must be called when the work has ended, once. */
  end(): void;
}

/** Which resources of one kind this process works on, by keys as {@link formatObjectKey} writes them. */
export interface Duty {
  /**
   * The right that the writes for a resource need, one and the same for all resources of a shard; undefined if they need
   * none.
   */
  rightTo(key: string): WriteRight | undefined;

  /**
   * Begins work on a resource.
   *
   * @param signal - ends the work, too.
   * @returns undefined if it is another process's to do.
   */
  begin(key: string, signal: AbortSignal): Stint | undefined;

  /** Tells a listener of resources that have become this process's to work on: all of which it says `isGained`. */
  onGain(listener: (isGained: (key: string) => boolean) => void): void;
}

/** All resources, for as long as work goes on at all. @param right - that all writes need. @default none */
export function wholeDuty(right?: WriteRight): Duty {
  return { rightTo: () => right, begin: (_key, signal) => ({ signal, end() {} }), onGain() {} };
}
