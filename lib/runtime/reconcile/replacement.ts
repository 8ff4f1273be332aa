// In: a child that the server refuses to change. Out: the child deleted, to be made anew when it is gone, if its kind's
// policy says so and nothing is lost by it; else a refusal with the remedy. Called when an apply has failed.
//
// In this order, so that the next pass makes up for one that is cut off anywhere: nothing is changed before the server has
// accepted a copy of what is to come; claims are large enough before what they belong to goes; and what is gone is applied
// as if it had never been there.

import {
  formatObjectKey,
  isJsonObject,
  isProtectedKind,
  type Kind,
  type KubernetesObject,
  type StoredObject,
} from '../../api/index.ts';
import { ApiError, isForbidden, isInvalid } from '../../client/index.ts';
import {
  type ChildPolicy,
  claimTemplates,
  deletesItsClaims,
  isStatefulSet,
  type WhenImmutable,
} from '../../constructs/index.ts';
import type { Child } from '../../render/index.ts';
import { ChildRefusalError } from './child-refusal-error.ts';
import { type ClaimGrowthContext, growClaims, refuseShrinking } from './claim-growth.ts';
import type { DeletionTurns } from './deletion-budget.ts';
import { difference } from './difference/difference.ts';
import type { Freshness } from './freshness.ts';
import type { ImmutableField } from './immutability.ts';
import { isCountedTwice, trialCopy } from './trial.ts';

/** What replacing a child needs. */
export interface ReplacementContext extends ClaimGrowthContext {
  readonly policy: (kind: Kind) => ChildPolicy;
  readonly deletions: DeletionTurns;
  readonly freshness: Pick<Freshness, 'confirm'>;
  /** Called before what a StatefulSet owns is left to nobody. */
  readonly onOrphan: () => Promise<void>;
  /** Told of every deletion. */
  readonly onRecreate: (child: StoredObject) => void;
}

/** A child, as it is and as it was refused to become. */
export interface RefusedChange {
  readonly child: Child;
  readonly live: StoredObject;
  readonly fields: readonly ImmutableField[];
  readonly cause: ApiError;
}

/**
 * Deletes a child that can't be changed.
 *
 * @returns for how many milliseconds that has to wait, because so many have been deleted lately; 0 if it is done.
 * @throws ChildRefusalError if the policy is to report, the kind holds data, its claims can't follow, what it leaves behind
 * wouldn't be adopted again, or the server wouldn't take what is to come.
 * @throws StaleResourceError if its turn has come and the resource isn't what the child was rendered from any more.
 * @throws what the client throws; a conflict if the child has changed since it was read.
 */
export async function replaceChild(refused: RefusedChange, context: ReplacementContext): Promise<number> {
  const { child, live } = refused;
  const { client, cache, deletions, freshness, onOrphan, onRecreate, signal } = context;
  const policy = context.policy(child.kind).whenImmutable;
  if (policy === 'report') throw refusal(refused, context, reportRemedy(child.kind));
  if (isProtectedKind(child.kind)) {
    throw refusal(refused, context, 'its kind holds data and is never deleted: replace it by hand, or undo the change');
  }
  const isOrphaning = policy === 'orphan-and-recreate';
  const harm = harmToData(refused, policy) ?? (isOrphaning ? harmToPods(refused, context) : undefined);
  if (harm !== undefined) throw refusal(refused, context, harm);
  await tryOut(refused, context);
  const waitMs = deletions.waitMs(live.metadata.uid);
  if (waitMs > 0) return waitMs;
  await freshness.confirm();
  if (isOrphaning && isStatefulSet(child.kind)) {
    refuseShrinking(child, cache);
    await growClaims(child, context);
    await onOrphan();
  }
  const { uid, resourceVersion } = live.metadata;
  const propagationPolicy = isOrphaning ? 'Orphan' : 'Foreground';
  await client.delete(child.kind, child.key, { uid, resourceVersion, propagationPolicy, signal });
  onRecreate(live);
  return 0;
}

/** Why an object that nobody controls doesn't become a child: to be one it would have to be replaced, and it isn't ours. */
export function refuseReplacement(refused: RefusedChange, context: ReplacementContext): ChildRefusalError {
  return refusal(
    refused,
    context,
    "it is nobody's child yet and stays as it is: delete it by hand, or undo the change",
  );
}

/** Has the server check a copy under a name that nobody has: what is wrong with it isn't mended by a deletion. */
async function tryOut(refused: RefusedChange, context: ReplacementContext): Promise<void> {
  const { child, live } = refused;
  const { client, fieldManager, signal } = context;
  try {
    await client.create(child.kind, trialCopy(child.object, live), { dryRun: true, fieldManager, signal });
  } catch (error) {
    const isRefused = ApiError.is(error) && (isInvalid(error) || isForbidden(error) || error.status === 400);
    if (!isRefused) throw error;
    if (isCountedTwice(error, live)) return;
    const said = error.causes.map(({ field = '', message = '' }) => `${field}: ${message}`).join('; ');
    throw refusal(
      refused,
      context,
      `it isn't replaced, because a new one would be refused, too: ${said === '' ? error.serverMessage : said}`,
    );
  }
}

function refusal(refused: RefusedChange, { fieldManager }: ReplacementContext, remedy: string): ChildRefusalError {
  const { child, fields, cause } = refused;
  const title = `${child.kind.kind} ${formatObjectKey(child.key)}`;
  const said = fields.map(({ path, words }) => `${path}: ${words}`).join('; ');
  const changed = changedPaths(refused, { fieldManager }).join(', ');
  return new ChildRefusalError(
    'ChildImmutable',
    `${title} can't be changed in ${changed}: the API server says ${said}; ${remedy}`,
    { cause },
  );
}

function changedPaths({ child, live }: RefusedChange, { fieldManager }: Pick<ReplacementContext, 'fieldManager'>) {
  return difference(live, child.object, { fieldManager }).map(({ path }) => path);
}

/** What would become of the data of a StatefulSet's pods, and what to do instead; undefined if they have it afterwards, too. */
function harmToData({ child, live }: RefusedChange, policy: WhenImmutable): string | undefined {
  if (!isStatefulSet(child.kind)) return undefined;
  const wanted = claimTemplates(child.object).map(({ name }) => name);
  const left = claimTemplates(live).filter(({ name }) => !wanted.includes(name));
  if (left.length > 0) {
    const names = left.map(({ name }) => name).join(', ');
    return `its pods would begin without the data in ${names}: keep these claim templates, or replace it by hand`;
  }
  if (policy !== 'recreate' || !deletesItsClaims(live)) return undefined;
  return 'the volume claims of its pods would be deleted with it: say `orphan-and-recreate`, or undo the change';
}

/** What would become of the pods that a workload leaves behind, and what to do instead; undefined if they are taken up again. */
function harmToPods(refused: RefusedChange, context: ReplacementContext): string | undefined {
  const { child, live } = refused;
  if (child.kind.group === 'batch') {
    return "it wouldn't adopt the pods that it leaves behind, which go on with their work: say `recreate`";
  }
  if (child.kind.group !== 'apps') return undefined;
  if (changedPaths(refused, context).some((path) => path.startsWith('spec.selector'))) {
    return "with another selector it wouldn't adopt what it leaves behind: delete it by hand, or undo the change";
  }
  const [present, wanted] = [replicasOf(live), replicasOf(child.object)];
  if (wanted === undefined && typeof present === 'number' && present !== 1) {
    return `made anew it would have 1 replica, for the ${present} that it has are not rendered: render \`replicas\``;
  }
  return undefined;
}

function replicasOf({ spec }: KubernetesObject): unknown {
  return isJsonObject(spec) ? spec.replicas : undefined;
}

function reportRemedy(kind: Kind): string {
  const policies = isStatefulSet(kind) ? 'orphan-and-recreate, which keeps its pods and data, or recreate' : 'recreate';
  return `undo the change, delete it by hand, or say in \`owns\` what to do \`whenImmutable\` (${policies})`;
}
