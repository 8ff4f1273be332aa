// In: the findings of a reconcile, from the author and from the library. Out: the status that reports them. Called by
// the status writer, which merges it with the fields of other managers.

import {
  type Condition,
  type ConditionReport,
  conditionsAfter,
  conditionsOf,
  findCondition,
  isJsonObject,
  type ResourceDefinition,
  type StoredObject,
  sortedConditions,
  wholeConditionsOf,
} from '../../../api/index.ts';
import { isPauseCondition, pauseCondition } from './pause.ts';
import { unrenderedConditions } from './standard-conditions.ts';

/** The parts of a status. */
export interface StatusParts {
  /** The author's part. Absent after a failed reconcile: then the last report stays, with its time. */
  readonly report?: AuthorReport | undefined;
  readonly standard: readonly ConditionReport[];
  /** True if the reconcile has rendered children, whatever their outcome, or has deleted them all. @default false */
  readonly isWhole?: boolean | undefined;
  /** Wall-clock time. */
  readonly nowMs: number;
}

/** An author's status: fields of the resource's own, and conditions to merge with the standard ones. */
export interface AuthorReport {
  readonly conditions?: readonly ConditionReport[];
  readonly [field: string]: unknown;
}

/** A status as raw JSON. */
export interface RawStatus {
  readonly conditions: readonly Condition[];
  readonly [field: string]: unknown;
}

/**
 * The status of a resource after a reconcile.
 *
 * The reason and message of a report of type `Ready` replace those of the standard condition while both have the same
 * status.
 */
export function reconciledStatus(resource: StoredObject, parts: StatusParts): RawStatus {
  const { report, standard, isWhole = false, nowMs } = parts;
  const { generation: observedGeneration = 0 } = resource.metadata;
  const kept = report === undefined ? keptStatus(resource) : nothingKept;
  const { conditions: reported = [], ...fields } = report ?? {};

  const standardTypes = new Set(standard.map(({ type }) => type));
  const isAdditional = ({ type }: ConditionReport) => !standardTypes.has(type);
  const stated = [
    ...standard.map((condition) => withReportedReason(condition, reported)),
    ...reported.filter(isAdditional),
  ];
  const before = conditionsOf(resource.status);
  const after = conditionsAfter(before, stated, { nowMs, observedGeneration });
  const conditions = [
    ...(isWhole ? after : unrenderedConditions(after, before)),
    ...kept.conditions.filter(isAdditional),
  ];
  return { ...kept, ...fields, observedGeneration, conditions: sortedConditions(conditions) };
}

function withReportedReason(standard: ConditionReport, reported: readonly ConditionReport[]): ConditionReport {
  if (standard.type !== 'Ready') return standard;
  const report = reported.find(({ type, status }) => type === 'Ready' && status === standard.status);
  return report === undefined ? standard : { ...standard, reason: report.reason, message: report.message };
}

/** The status of a paused resource: the status as it was, with the condition of the pause. */
export function pausedStatus(kind: ResourceDefinition, resource: StoredObject, nowMs: number): RawStatus {
  const { generation: observedGeneration = 0 } = resource.metadata;
  const kept = keptStatus(resource);
  const report = pauseCondition(kind);
  // A spec that changes meanwhile makes no difference to this.
  const present = findCondition(conditionsOf(resource.status), report.type);
  const paused =
    present?.reason === report.reason ? [present] : conditionsAfter([], [report], { nowMs, observedGeneration });
  const others = kept.conditions.filter(({ type }) => type !== report.type);
  return { ...kept, conditions: sortedConditions([...others, ...paused]) };
}

const nothingKept: RawStatus = { conditions: [] };

/**
 * The part of a status that stays while nothing new is known: all but the condition of the pause, and the parts of
 * other managers.
 */
function keptStatus({ status }: StoredObject): RawStatus {
  const conditions = wholeConditionsOf(status).filter((condition) => !isPauseCondition(condition));
  return { ...(isJsonObject(status) && status), conditions };
}
