import { timestamp } from '../../clock/index.ts';
import { isJsonObject, listAt, truncatedText } from '../../schema/index.ts';

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
  /** The generation that the condition describes. */
  readonly observedGeneration?: number;
  /** When `status` last changed, RFC 3339. */
  readonly lastTransitionTime: string;
}

/** `Unknown`: not known yet, or not any more. */
export type ConditionStatus = 'True' | 'False' | 'Unknown';

/** The maximum number of characters in a message, as the definitions of custom resources require. */
export const longestConditionMessage = 32_768;

/** A condition as its author reports it, without the fields that the library adds. */
export type ConditionReport = Omit<Condition, 'lastTransitionTime' | 'observedGeneration'>;

/**
 * Returns the conditions after `reports`, given the conditions before.
 *
 * Each type has one condition, from its last report. A transition time is kept while the status is the same. Messages
 * that are too long are cut. Sorted by type, so that equal states are equal JSON.
 */
export function conditionsAfter(
  previous: readonly Condition[],
  reports: readonly ConditionReport[],
  { nowMs, observedGeneration }: { readonly nowMs: number; readonly observedGeneration: number },
): Condition[] {
  const byType = new Map(reports.map((report) => [report.type, report]));
  return sortedConditions(
    [...byType.values()].map(({ type, status, reason, message }) => {
      const before = findCondition(previous, type);
      const lastTransitionTime = before?.status === status ? before.lastTransitionTime : timestamp(nowMs);
      return {
        type,
        status,
        reason,
        message: truncatedText(message, longestConditionMessage),
        observedGeneration,
        lastTransitionTime,
      };
    }),
  );
}

/** Returns conditions in the order in which the library writes them: by type. */
export function sortedConditions(conditions: readonly Condition[]): Condition[] {
  return conditions.toSorted((one, other) => (one.type < other.type ? -1 : 1));
}

/**
 * Returns the conditions in an object's status. Some kinds have conditions without reason, message or time: these
 * fields are empty then.
 *
 * @param status - raw JSON. Entries that aren't conditions are left out.
 */
export function conditionsOf(status: unknown): readonly Condition[] {
  return listAt(status, 'conditions')
    .filter(isCondition)
    .map((condition) => ({ reason: '', message: '', lastTransitionTime: '', ...condition }));
}

/**
 * Returns the conditions in an object's status that have all fields of the library's conditions, unchanged.
 *
 * @param status - raw JSON.
 */
export function wholeConditionsOf(status: unknown): readonly Condition[] {
  const items: readonly unknown[] = listAt(status, 'conditions');
  return items.filter(isWholeCondition);
}

/** Returns the condition of a type, if the object has it. */
export function findCondition(conditions: readonly Condition[], type: string): Condition | undefined {
  return conditions.find((condition) => condition.type === type);
}

function isCondition(value: unknown): value is Pick<Condition, 'type' | 'status'> & Partial<Condition> {
  return isJsonObject(value) && typeof value.type === 'string' && typeof value.status === 'string';
}

function isWholeCondition(value: unknown): value is Condition {
  if (!isCondition(value)) return false;
  return [value.reason, value.message, value.lastTransitionTime].every((text) => typeof text === 'string');
}
