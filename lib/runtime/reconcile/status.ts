// In: what a pass found, in the author's and in the library's words. Out: the status as it is to be applied.
// Called by the status writer.

import {
  apiVersion,
  type Condition,
  type ConditionReport,
  conditionsAfter,
  conditionsOf,
  type FieldsV1,
  findCondition,
  isJsonObject,
  type Kind,
  type KubernetesObject,
  type ResourceDefinition,
  type StoredObject,
  sortedConditions,
} from '../../api/index.ts';
import { ownEntry } from './difference/own-entry.ts';
import { isPausedCondition, pausedCondition } from './pause.ts';
import { cutShort } from './standard-conditions.ts';

/** What is to be said of a resource. */
export interface StatusWords {
  /** The author's part. Absent after a failed pass: what was said before then stands, as of when it was said. */
  readonly report?: AuthorReport | undefined;
  readonly standard: readonly ConditionReport[];
  /** Whether the pass has gone to its end, with nothing left for later. @default false */
  readonly isWhole?: boolean | undefined;
  /** Wall-clock time. */
  readonly nowMs: number;
}

/** An author's status: fields of the resource's own, and conditions to merge with the standard ones. */
export interface AuthorReport {
  readonly conditions?: readonly ConditionReport[];
  readonly [field: string]: unknown;
}

/**
 * The object to apply to the status subresource.
 *
 * A report of type `Ready` lends its reason and message to the standard one while both have the same status.
 */
export function statusObject(
  kind: Kind,
  resource: StoredObject,
  fieldManager: string,
  { report, standard, isWhole = false, nowMs }: StatusWords,
): KubernetesObject {
  const observedGeneration = resource.metadata.generation ?? 0;
  const kept = report === undefined ? keptStatus(resource, fieldManager) : nothingKept;
  const { conditions: reported = [], ...reportedFields } = report ?? {};

  const standardTypes = new Set(standard.map(({ type }) => type));
  const isAdditional = ({ type }: ConditionReport) => !standardTypes.has(type);
  const stated = [...standard.map((condition) => refined(condition, reported)), ...reported.filter(isAdditional)];
  const before = conditionsOf(resource.status);
  const after = conditionsAfter(before, stated, { nowMs, observedGeneration });
  const conditions = sortedConditions([
    ...(isWhole ? after : cutShort(after, before)),
    ...kept.conditions.filter(isAdditional),
  ]);
  return {
    ...identityOf(kind, resource),
    status: { ...kept.fields, ...reportedFields, observedGeneration, conditions },
  };
}

function identityOf(kind: Kind, { metadata: { name, namespace } }: StoredObject): KubernetesObject {
  return {
    apiVersion: apiVersion(kind),
    kind: kind.kind,
    metadata: { name, ...(namespace !== undefined && { namespace }) },
  };
}

function refined(standard: ConditionReport, reported: readonly ConditionReport[]): ConditionReport {
  if (standard.type !== 'Ready') return standard;
  const report = reported.find(({ type, status }) => type === 'Ready' && status === standard.status);
  return report === undefined ? standard : { ...standard, reason: report.reason, message: report.message };
}

/**
 * The object to apply to the status subresource of a resource that is paused: all as it was, and a condition that says so.
 */
export function pausedStatusObject(
  kind: ResourceDefinition,
  resource: StoredObject,
  fieldManager: string,
  nowMs: number,
): KubernetesObject {
  const { fields, conditions } = keptStatus(resource, fieldManager);
  const { generation = 0 } = resource.metadata;
  const report = pausedCondition(kind);
  // A spec that changes meanwhile makes no difference to this.
  const said = findCondition(conditionsOf(resource.status), report.type);
  const paused =
    said?.reason === report.reason ? [said] : conditionsAfter([], [report], { nowMs, observedGeneration: generation });
  return {
    ...identityOf(kind, resource),
    status: { ...fields, conditions: sortedConditions([...conditions, ...paused]) },
  };
}

/** What stays of a status while nothing new is known. */
interface KeptStatus {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly conditions: readonly Condition[];
}

const nothingKept: KeptStatus = { fields: {}, conditions: [] };

/** What our own field manager last wrote, but that it was paused; what others wrote into the status stays theirs. */
function keptStatus(resource: StoredObject, fieldManager: string): KeptStatus {
  const { conditions: _, ...fields } = isJsonObject(resource.status) ? resource.status : {};
  const entry = ownEntry(resource, { fieldManager, subresource: 'status' });
  const owned: FieldsV1 = entry?.fieldsV1?.['f:status'] ?? {};
  const ownedConditions: FieldsV1 = owned['f:conditions'] ?? {};
  return {
    fields: Object.fromEntries(Object.entries(fields).filter(([field]) => `f:${field}` in owned)),
    conditions: conditionsOf(resource.status).filter(
      (condition) =>
        `k:${JSON.stringify({ type: condition.type })}` in ownedConditions && !isPausedCondition(condition),
    ),
  };
}
