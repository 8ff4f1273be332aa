// In: a creation or an update. Out: nothing, or the refusal of a quota of its namespace. A step of admission, the last one.

import { isJsonObject, type JsonObject } from '../../../../api/index.ts';
import { metadataText } from '../../../../built-in/index.ts';
import { fieldAt, objectsAt, scalarText } from '../../../../schema/index.ts';
import { claims, pods, services } from '../../collection.ts';
import { countedCollection, objectUsage, unspecifiedResources } from '../../quota/object-usage.ts';
import { isInScope, isTerminating } from '../../quota/quota-scope.ts';
import { hardLimits, type QuotaSums } from '../../quota/quota-sums.ts';
import { type Amounts, amountDifference, amountOf, amountSum, amountText, zeroAmount } from '../../resource/amount.ts';
import { forbidden } from '../../status-error.ts';
import type { AdmissionStep, AdmittedWrite } from '../admitted-write.ts';

/** A write that adds an object to a namespace, or changes its amounts in quotas. */
type CountedWrite = AdmittedWrite & { readonly object: JsonObject; readonly namespace: string };

/** Returns the step that enforces quotas. */
export function resourceQuota(sums: QuotaSums): AdmissionStep {
  return {
    limit: (write) => {
      if (!isCounted(write)) return;
      for (const quota of sums.quotasIn(write.namespace)) assertWithin(quota, write, sums);
    },
  };
}

function isCounted(write: AdmittedWrite): write is CountedWrite {
  const { operation, type, subresource, namespace, object, oldObject } = write;
  if (subresource !== '' || namespace === undefined || object === undefined) return false;
  if (operation === 'CREATE') return true;
  if (operation !== 'UPDATE' || oldObject === undefined) return false;
  if (type.collection === pods) return isTerminating(object) !== isTerminating(oldObject);
  return [claims, services].includes(type.collection);
}

function assertWithin(quota: JsonObject, write: CountedWrite, sums: QuotaSums): void {
  const { collection } = write.type;
  const hard = hardLimits(quota);
  const limited = Object.keys(hard).filter((resource) => countedCollection(resource) === collection);
  if (limited.length === 0 || !isInScope(quota, collection, write.object)) return;
  const name = metadataText(quota, 'name');
  if (collection === pods) assertSpecified(limited, name, write);
  const requested = addedUsage(quota, write);
  const used = sums.used(quota);
  const exceeded = limited
    .filter((resource) => (requested[resource] ?? zeroAmount).billionths > 0n)
    .map((resource) => ({
      resource,
      requested: requested[resource] ?? zeroAmount,
      used: used[resource] ?? zeroAmount,
      limited: amountOf(hard[resource] ?? ''),
    }))
    .filter((each) => amountSum(each.used, each.requested).billionths > each.limited.billionths)
    .sort((one, other) => (one.resource < other.resource ? -1 : 1));
  if (exceeded.length === 0) return;
  const texts = (['requested', 'used', 'limited'] as const).map(
    (part) => `${part}: ${exceeded.map((each) => `${each.resource}=${amountText(each[part])}`).join(',')}`,
  );
  throw forbidden(write.type, write.name, `exceeded quota: ${name}, ${texts.join(', ')}`);
}

/** Returns the usage that a write adds: an object that the quota counts already adds the difference. */
function addedUsage(quota: JsonObject, { type, object, oldObject }: CountedWrite): Amounts {
  const { collection } = type;
  const usage = objectUsage(collection, object);
  if (oldObject === undefined || !isInScope(quota, collection, oldObject)) return usage;
  const before = objectUsage(collection, oldObject);
  return Object.fromEntries(
    Object.entries(usage).map(([resource, amount]) => [
      resource,
      amountDifference(amount, before[resource] ?? zeroAmount),
    ]),
  );
}

/** Containers have to request, or to limit, the processors and the memory that a quota limits. */
function assertSpecified(limited: readonly string[], quota: string, { type, name, object }: CountedWrite): void {
  if (isJsonObject(fieldAt(object, 'spec.resources'))) return;
  const missing = new Map<string, string[]>();
  for (const container of [...objectsAt(object, 'spec.containers'), ...objectsAt(object, 'spec.initContainers')]) {
    for (const resource of unspecifiedResources(container, limited)) {
      missing.set(resource, [...(missing.get(resource) ?? []), scalarText(container.name)]);
    }
  }
  if (missing.size === 0) return;
  const texts = [...missing]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([resource, containers]) => `${resource} for: ${containers.sort().join(',')}`);
  throw forbidden(type, name, `failed quota: ${quota}: must specify ${texts.join('; ')}`);
}
