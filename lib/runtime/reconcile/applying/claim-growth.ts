// In: a StatefulSet as rendered, and the volume claims of its pods. Out: no claim smaller than its template. Called
// after such a child has been applied, and before it is deleted to be recreated.

import { formatObjectKey, type ObjectKey, objectKey, type StoredObject } from '../../../api/index.ts';
import { isForbidden, isInvalid } from '../../../client/index.ts';
import { claimKind, claimTemplates, requestedStorage } from '../../../constructs/index.ts';
import type { Child } from '../../../render/index.ts';
import { quantityBillionths } from '../../../schema/index.ts';
import type { ReconcileCache } from '../reconcile-cache.ts';
import type { ReconcileRun } from '../reconcile-run.ts';
import { ChildRefusalError } from './child-refusal-error.ts';

/** A claim whose size isn't that of its template. */
interface Mismatch {
  readonly claim: StoredObject;
  /** A quantity, as `present`. */
  readonly wanted: string;
  readonly present: string;
  readonly isSmaller: boolean;
}

/**
 * Requests the size of its template for each claim that is smaller, also for claims of pods that don't exist at the
 * moment.
 *
 * @throws ChildRefusalError if the server refuses that, as for a storage class that allows no expansion.
 */
export async function growClaims(child: Child, run: ReconcileRun): Promise<void> {
  for (const { claim, wanted } of sizeMismatches(child, run.scope.cache).filter(({ isSmaller }) => isSmaller)) {
    await growClaim(claim, wanted, run);
  }
}

/**
 * Refuses sizes below those of existing claims: a claim never shrinks.
 *
 * @throws ChildRefusalError naming each claim that is larger than its template.
 */
export function refuseShrinking(child: Child, cache: Pick<ReconcileCache, 'claims'>): void {
  const larger = sizeMismatches(child, cache).filter(({ isSmaller }) => !isSmaller);
  if (larger.length === 0) return;
  const facts = larger.map(
    ({ claim, present, wanted }) => `${claim.metadata.name} has ${present}, which can't become ${wanted}`,
  );
  const title = `${child.kind.kind} ${formatObjectKey(child.key)}`;
  const remedy = 'ask for at least as much as the largest claim has';
  throw new ChildRefusalError(
    'ChildImmutable',
    `${title} stays as it is, for volume claims don't shrink: ${facts.join('; ')}; ${remedy}`,
  );
}

async function growClaim(claim: StoredObject, storage: string, run: ReconcileRun): Promise<void> {
  const { client, resource, scope, signal } = run;
  const { fieldManager, journal } = scope;
  const { resourceVersion } = claim.metadata;
  const body = { metadata: { resourceVersion }, spec: { resources: { requests: { storage } } } };
  try {
    const response = await client.patch(claimKind, objectKey(claim), { type: 'merge', body }, { fieldManager, signal });
    journal.claimGrown(resource, response);
  } catch (error) {
    if (!isForbidden(error) && !isInvalid(error)) throw error;
    const title = `volume claim ${formatObjectKey(objectKey(claim))}`;
    const [refusal = ''] = error.serverMessage.split('\n');
    const remedy = 'let its storage class allow expansion, or undo the change';
    throw new ChildRefusalError('ClaimNotGrown', `${title} can't grow to ${storage}: ${refusal}; ${remedy}`, {
      cause: error,
    });
  }
}

function sizeMismatches({ key, object }: Child, cache: Pick<ReconcileCache, 'claims'>): Mismatch[] {
  return claimTemplates(object).flatMap(({ name, storage }) =>
    storage === undefined
      ? []
      : cache.claims(claimSeriesKey(name, key)).flatMap((claim) => {
          const present = requestedStorage(claim) ?? '0';
          const [wanted, actual] = [quantityBillionths(storage), quantityBillionths(present)];
          const isGoing = claim.metadata.deletionTimestamp !== undefined;
          if (isGoing || wanted === undefined || actual === undefined || wanted === actual) return [];
          return [{ claim, wanted: storage, present, isSmaller: actual < wanted }];
        }),
  );
}

/** The common prefix of the names of one template's claims; an ordinal follows it. */
function claimSeriesKey(template: string, { namespace, name }: ObjectKey): ObjectKey {
  return { namespace, name: `${template}-${name}` };
}
