// In: a DELETE request, or the wishes of a component. Out: the options of the deletion, validated. Called by deletions.

import type { DeletionConditions, JsonObject, JsonValue } from '../../../api/index.ts';
import { type Cause, invalidValue, unsupportedValue } from '../../../built-in/index.ts';
import { fieldsAt, fieldsIn, isJsonList } from '../../../schema/index.ts';
import { jobs } from '../collection.ts';
import type { EmbeddedRequest, Requester } from '../request.ts';
import type { ResourceType } from '../resource-type.ts';
import { badRequest, invalid } from '../status-error.ts';
import { bodyValue } from './decoded-body.ts';
import { dryRunCause } from './write-query.ts';

/** The treatment of the dependents of a deleted object. */
export type DeletionPropagation = NonNullable<DeletionConditions['propagationPolicy']>;

/** The options of a deletion. */
export interface DeletionOptions {
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  readonly policy: DeletionPropagation | undefined;
  readonly isDryRun: boolean;
  /** True if the deletion is one of a whole collection. */
  readonly isOfCollection?: boolean;
  /** The options as the client wrote them, for admission. */
  readonly written: JsonObject;
  /** The time that the containers of a pod have to end. @default that of the pod */
  readonly graceSeconds?: number | undefined;
}

/** Reads the options of a deletion from the body and the query. */
export function deletionOptions({ body, contentType, ...request }: EmbeddedRequest): DeletionOptions {
  // A body hides the query.
  const query = body === '' ? request.query : new URLSearchParams();
  const value = body === '' ? {} : bodyValue(body, contentType, 'DeleteOptions');
  const written = fieldsIn(value);
  if (written.kind !== undefined && written.kind !== 'DeleteOptions') {
    throw badRequest(`decoded object cannot be converted to DeletionOptions`);
  }
  const preconditions = fieldsAt(written, 'preconditions');
  const policy = written.propagationPolicy ?? query.get('propagationPolicy') ?? undefined;
  const orphans =
    written.orphanDependents ?? (query.has('orphanDependents') ? query.get('orphanDependents') === 'true' : undefined);
  const dryRun = isJsonList(written.dryRun) ? written.dryRun.map(String) : query.getAll('dryRun').filter(Boolean);
  const causes: Cause[] = [
    ...(policy !== undefined && orphans !== undefined
      ? [invalidValue('propagationPolicy', policy, 'orphanDependents and deletionPropagation cannot be both set')]
      : []),
    ...(policy === undefined || isPolicy(policy)
      ? []
      : [unsupportedValue('propagationPolicy', policy, ['Foreground', 'Background', 'Orphan', 'nil'])]),
    ...(dryRun.length > 0 && (dryRun.length > 1 || dryRun[0] !== 'All') ? [dryRunCause(dryRun)] : []),
  ];
  if (causes.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', causes);
  return {
    uid: textOf(preconditions.uid),
    resourceVersion: textOf(preconditions.resourceVersion),
    policy: isPolicy(policy) ? policy : orphans === undefined ? undefined : orphans === true ? 'Orphan' : 'Background',
    isDryRun: dryRun.length > 0,
    written: {
      ...written,
      ...(dryRun.length > 0 && { dryRun: [...dryRun] }),
      ...(policy !== undefined && { propagationPolicy: policy }),
    },
    graceSeconds: graceOf(written.gracePeriodSeconds ?? query.get('gracePeriodSeconds') ?? undefined),
  };
}

/** Warns of a deletion that orphans pods because it has no policy. */
export function warnOfOrphans(
  { collection }: ResourceType,
  { policy }: DeletionOptions,
  { warnings }: Requester,
): void {
  if (collection !== jobs || policy !== undefined) return;
  warnings.add(
    'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
  );
}

function graceOf(value: JsonValue | undefined): number | undefined {
  const seconds = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof seconds === 'number' && Number.isInteger(seconds) ? Math.max(0, seconds) : undefined;
}

function isPolicy(value: JsonValue | undefined): value is DeletionPropagation {
  return value === 'Background' || value === 'Foreground' || value === 'Orphan';
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The conditions of a deletion by a component of the cluster. */
export interface RemovalOptions {
  readonly uid?: string;
  /** @default that of the object */
  readonly graceSeconds?: number | undefined;
  /** @default 'Background' */
  readonly policy?: DeletionPropagation;
}

/** Returns the options of a deletion by a component of the cluster. */
export function removalOptions({ uid, graceSeconds, policy = 'Background' }: RemovalOptions = {}): DeletionOptions {
  const written = { propagationPolicy: policy };
  return { uid, resourceVersion: undefined, policy, isDryRun: false, graceSeconds, written };
}
