import type { JsonObject } from '../../api/index.ts';
import { objectsAt, withFields } from '../../schema/index.ts';

/** A condition without its times. */
export interface ConditionContent {
  readonly type: string;
  readonly status: 'False' | 'True' | 'Unknown';
  readonly reason?: string;
  readonly message?: string;
}

/** Returns true if a condition has the status True. */
export function isConditionTrue(object: JsonObject, type: string): boolean {
  return conditionOf(object, type)?.status === 'True';
}

/** Returns a condition with the time of its last transition: that of the present one if the status stays. */
export function timedCondition(present: JsonObject | undefined, content: ConditionContent, now: string): JsonObject {
  const { type, status, reason, message } = content;
  const lastTransitionTime = present?.status === status ? (present.lastTransitionTime ?? now) : now;
  return withFields({ type, status, lastTransitionTime }, { reason, message });
}

/** Returns conditions with one more, in the place of that of its type. */
export function withCondition(conditions: readonly JsonObject[], condition: JsonObject): readonly JsonObject[] {
  const isKnown = conditions.some(({ type }) => type === condition.type);
  if (!isKnown) return [...conditions, condition];
  return conditions.map((each) => (each.type === condition.type ? condition : each));
}

/** Returns the condition of a type. */
export function conditionOf(object: JsonObject, type: string): JsonObject | undefined {
  return objectsAt(object, 'status.conditions').find((condition) => condition.type === type);
}
