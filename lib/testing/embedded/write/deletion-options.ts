// In: a DELETE request, or the conditions of a component. Out: the options of the deletion, validated. Called by deletions.

import type { DeletionConditions, JsonObject, JsonValue } from '../../../api/index.ts';
import {
  builtInSchema,
  type Cause,
  DecodingError,
  decodedObject,
  invalidValue,
  unsupportedValue,
} from '../../../built-in/index.ts';
import { fieldsAt, scalarText, textList, textOrEmpty, withFields } from '../../../schema/index.ts';
import { jobs } from '../collection.ts';
import { queryNumber } from '../read/list-query.ts';
import { type EmbeddedRequest, hasFlag, type Requester } from '../request.ts';
import type { ResourceType } from '../resource-type.ts';
import { badRequest, invalid } from '../status-error.ts';
import { bodyObject } from './decoded-body.ts';
import { dryRunCauses } from './write-query.ts';

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

/** Reads the options of a deletion from the body, or from the query if there is no body. */
export function deletionOptions(request: EmbeddedRequest): DeletionOptions {
  const written = request.body === '' ? queryOptions(request.query) : bodyOptions(request);
  const { propagationPolicy: policy, orphanDependents: orphans, gracePeriodSeconds: grace } = written;
  const preconditions = fieldsAt(written, 'preconditions');
  const dryRun = textList(written.dryRun);
  const causes: Cause[] = [
    ...(policy !== undefined && orphans !== undefined
      ? [invalidValue('propagationPolicy', policy, 'orphanDependents and deletionPropagation cannot be both set')]
      : []),
    ...(policy === undefined || isPolicy(policy)
      ? []
      : [unsupportedValue('propagationPolicy', policy, ['Foreground', 'Background', 'Orphan', 'nil'])]),
    ...dryRunCauses(dryRun),
  ];
  if (causes.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', causes);
  return {
    uid: textOf(preconditions.uid),
    resourceVersion: textOf(preconditions.resourceVersion),
    policy: isPolicy(policy) ? policy : orphans === undefined ? undefined : orphans === true ? 'Orphan' : 'Background',
    isDryRun: dryRun.length > 0,
    written,
    // API servers take a negative time as a second.
    graceSeconds: typeof grace === 'number' ? (grace < 0 ? 1 : grace) : undefined,
  };
}

function bodyOptions(request: EmbeddedRequest): JsonObject {
  const { apiVersion, kind = '', ...options } = bodyObject(request, 'DeleteOptions', badRequest);
  if (kind !== null && kind !== '' && kind !== 'DeleteOptions') {
    const version = textOrEmpty(apiVersion) || 'meta.k8s.io/v1';
    throw badRequest(
      `no kind "${scalarText(kind)}" is registered for version "${version}" in scheme "pkg/runtime/scheme.go:111"`,
    );
  }
  try {
    return decodedObject(builtInSchema({ group: '', version: 'v1', kind: 'DeleteOptions' }), options, { unknown: [] });
  } catch (error) {
    if (!DecodingError.is(error)) throw error;
    throw badRequest(error.message);
  }
}

/** Returns the options of a query, which has those of preconditions beside the others. */
function queryOptions(query: URLSearchParams): JsonObject {
  const [uid, resourceVersion] = [query.get('uid') ?? undefined, query.get('resourceVersion') ?? undefined];
  const preconditions = withFields({}, { uid, resourceVersion });
  return withFields(
    {},
    {
      dryRun: query.has('dryRun') ? query.getAll('dryRun') : undefined,
      propagationPolicy: query.get('propagationPolicy') ?? undefined,
      orphanDependents: query.has('orphanDependents') ? hasFlag(query, 'orphanDependents') : undefined,
      gracePeriodSeconds: queryNumber(query, 'gracePeriodSeconds'),
      preconditions: Object.keys(preconditions).length === 0 ? undefined : preconditions,
    },
  );
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

function isPolicy(value: JsonValue | undefined): value is DeletionPropagation {
  return value === 'Background' || value === 'Foreground' || value === 'Orphan';
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
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
