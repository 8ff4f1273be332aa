/** The timing of leader election. */
export interface ElectionTiming {
  /** The time that other candidates wait after the leader's last renewal before they acquire the Lease. Whole seconds. */
  readonly leaseDurationMs: number;
  /** The time after the start of its last successful renewal for which a leader still leads. */
  readonly renewDeadlineMs: number;
  /**
   * The time that a leader waits between renewals. Other candidates wait 1 to {@link retryJitter} times as long, at random,
   * between attempts.
   */
  readonly retryPeriodMs: number;
}

/** The timing of Kubernetes' own components. */
export const defaultElectionTiming: ElectionTiming = {
  leaseDurationMs: 15_000,
  renewDeadlineMs: 10_000,
  retryPeriodMs: 2_000,
};

/** The factor by which the longest wait of a candidate exceeds the shortest. */
export const retryJitter = 2.2;

/**
 * Refuses a timing with which two candidates could lead at once, or none for long.
 *
 * @throws RangeError if the lease doesn't outlast the renew deadline, or the deadline leaves no time for a second attempt.
 */
export function checkElectionTiming({ leaseDurationMs, renewDeadlineMs, retryPeriodMs }: ElectionTiming): void {
  if (!Number.isInteger(leaseDurationMs / 1000))
    throw new RangeError(`lease duration ${leaseDurationMs} ms is not in whole seconds`);
  if (retryPeriodMs <= 0) throw new RangeError(`retry period ${retryPeriodMs} ms is not above 0`);
  if (leaseDurationMs <= renewDeadlineMs) {
    throw new RangeError(
      `lease duration ${leaseDurationMs} ms is not above the renew deadline of ${renewDeadlineMs} ms`,
    );
  }
  if (renewDeadlineMs <= retryPeriodMs * retryJitter) {
    throw new RangeError(
      `renew deadline ${renewDeadlineMs} ms is not above ${retryJitter} times the retry period of ${retryPeriodMs} ms`,
    );
  }
}
