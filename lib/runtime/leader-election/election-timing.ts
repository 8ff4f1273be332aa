// The times of Kubernetes' own components. Two candidates never lead at once, because the Lease lasts longer than a term
// without renewal; and a term outlasts one failed renewal, because its deadline leaves time for a second attempt.

/** The time that other candidates wait after the leader's last renewal before they acquire the Lease. Whole seconds. */
export const leaseDurationMs = 15_000;

/** The time after the start of its last successful renewal for which a leader still leads. */
export const renewDeadlineMs = 10_000;

/**
 * The time that a leader waits between renewals. Other candidates wait 1 to {@link retryJitter} times as long, at random,
 * between attempts.
 */
export const retryPeriodMs = 2_000;

/** The factor by which the longest wait of a candidate exceeds the shortest. */
export const retryJitter = 2.2;
