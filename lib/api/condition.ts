import { timestamp } from '../clock/index.ts';

/**
 * One aspect of a resource's state.
 *
 * @see https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#typical-status-properties
 */
export interface Condition {
  /** CamelCase, unique among the conditions of one object. */
  readonly type: string;
  readonly status: ConditionStatus;
  /** CamelCase, one word, for programs. */
  readonly reason: string;
  /** For people. */
  readonly message: string;
  /** The generation that the condition speaks of. */
  readonly observedGeneration?: number;
  /** When `status` last changed, RFC 3339. */
  readonly lastTransitionTime: string;
}

/** `Unknown`: not yet known, or no longer. */
export type ConditionStatus = 'True' | 'False' | 'Unknown';

/** A condition as its author states it; the library adds when it came to be. */
export type ConditionReport = Omit<Condition, 'lastTransitionTime' | 'observedGeneration'>;

/**
 * The conditions that `reports` amount to, given those of before.
 *
 * One per type, the last report of a type counts; a transition time is kept while the status is the same.
 * Sorted by type, so that equal states are equal JSON.
 */
export function conditionsAfter(
  previous: readonly Condition[],
  reports: readonly ConditionReport[],
  { nowMs, observedGeneration }: { readonly nowMs: number; readonly observedGeneration: number },
): Condition[] {
  const now = timestamp(nowMs);
  const byType = new Map(reports.map((report) => [report.type, report]));
  return [...byType.values()]
    .map(({ type, status, reason, message }) => {
      const before = findCondition(previous, type);
      const lastTransitionTime = before?.status === status ? before.lastTransitionTime : now;
      return { type, status, reason, message, observedGeneration, lastTransitionTime };
    })
    .sort((one, other) => (one.type < other.type ? -1 : 1));
}

/** The condition of a type, if the object has it. */
export function findCondition(conditions: readonly Condition[], type: string): Condition | undefined {
  return conditions.find((condition) => condition.type === type);
}
