// In: what a pass found, in the author's and in the library's words. Out: the status as it is to be applied.
// Called at the end of every pass, also of a failed one.

import {
  apiVersion,
  type Condition,
  type ConditionReport,
  conditionsAfter,
  type FieldsV1,
  isJsonObject,
  type Kind,
  type KubernetesObject,
  type StoredObject,
} from '../../api/index.ts';
import { ownEntry } from './own-entry.ts';

/** What is to be said of a resource. */
export interface StatusWords {
  /** The author's part. Absent after a failed pass: what was said before then stands. */
  readonly report?: AuthorReport | undefined;
  readonly standard: readonly ConditionReport[];
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
  { report, standard, nowMs }: StatusWords,
): KubernetesObject {
  const before = isJsonObject(resource.status) ? resource.status : {};
  const previous: readonly Condition[] = Array.isArray(before.conditions) ? before.conditions : [];
  const { conditions: reported = [], ...fields } = report ?? previousReport(resource, fieldManager);
  const observedGeneration = resource.metadata.generation ?? 0;

  const standardTypes = new Set(standard.map(({ type }) => type));
  const additional = reported.filter(({ type }) => !standardTypes.has(type));
  const conditions = conditionsAfter(
    previous,
    [...standard.map((condition) => refined(condition, reported)), ...additional],
    { nowMs, observedGeneration },
  );
  const { name, namespace, uid } = resource.metadata;
  return {
    apiVersion: apiVersion(kind),
    kind: kind.kind,
    // The uid keeps the status of a deleted resource from its successor of the same name.
    metadata: { name, ...(namespace !== undefined && { namespace }), uid },
    status: { ...fields, observedGeneration, conditions },
  };
}

function refined(standard: ConditionReport, reported: readonly ConditionReport[]): ConditionReport {
  if (standard.type !== 'Ready') return standard;
  const report = reported.find(({ type, status }) => type === 'Ready' && status === standard.status);
  return report === undefined ? standard : { ...standard, reason: report.reason, message: report.message };
}

/** The author's part as our own field manager last wrote it; what others wrote into the status stays theirs. */
function previousReport(resource: StoredObject, fieldManager: string): AuthorReport {
  const status = isJsonObject(resource.status) ? resource.status : {};
  const entry = ownEntry(resource, { fieldManager, subresource: 'status' });
  const owned: FieldsV1 = entry?.fieldsV1?.['f:status'] ?? {};
  const ownedConditions: FieldsV1 = owned['f:conditions'] ?? {};
  const { conditions, observedGeneration: _, ...fields } = status;
  const previous: readonly Condition[] = Array.isArray(conditions) ? conditions : [];
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([field]) => `f:${field}` in owned)),
    conditions: previous.filter(({ type }) => `k:${JSON.stringify({ type })}` in ownedConditions),
  };
}
