// In: a creation. Out: nothing, or the refusal of a quota of its namespace. A step of admission, the last one.

import { isJsonObject, type JsonObject } from '../../../../api/index.ts';
import { metadataText, textMap, valueAt } from '../../object.ts';
import { type CountedObjects, countedCollection, countingResources } from '../../object-count.ts';
import { forbidden, notImplemented } from '../../status-error.ts';
import type { AdmissionStep } from '../admitted-write.ts';

/** Returns the step that enforces quotas of object counts. */
export function quotaAdmission(counted: CountedObjects): AdmissionStep {
  return {
    validate: async ({ operation, type, subresource, namespace, name }) => {
      if (operation !== 'CREATE' || subresource !== '' || namespace === undefined) return;
      for (const quota of counted.quotasIn(namespace)) {
        if (['/pods', '/persistentvolumeclaims'].includes(type.collection)) assertCounts(quota);
        const hard = limits(quota);
        const exceeded = countingResources(type)
          .map((resource) => ({ resource, used: counted.count(resource, namespace) }))
          .filter(({ resource, used }) => Number(hard[resource]) < used + 1)
          .sort((one, other) => (one.resource < other.resource ? -1 : 1));
        if (exceeded.length === 0) continue;
        const list = (text: (each: (typeof exceeded)[number]) => number | string) =>
          exceeded.map((each) => `${each.resource}=${text(each)}`).join(',');
        const texts = [
          `requested: ${list(() => 1)}`,
          `used: ${list(({ used }) => used)}`,
          `limited: ${list(({ resource }) => hard[resource] ?? '')}`,
        ];
        throw forbidden(type, name, `exceeded quota: ${metadataText(quota, 'name')}, ${texts.join(', ')}`);
      }
    },
  };
}

function limits(quota: JsonObject): Readonly<Record<string, string>> {
  return textMap(valueAt(quota, ['spec', 'hard']));
}

/** Pods and claims also count by what they request. */
function assertCounts(quota: JsonObject): void {
  const { spec } = quota;
  const { scopes, scopeSelector } = isJsonObject(spec) ? spec : {};
  const sum = Object.keys(limits(quota)).find((resource) => countedCollection(resource) === undefined);
  if (sum !== undefined) throw notImplemented(`sums no ${sum} for quotas`);
  if (scopes !== undefined || scopeSelector !== undefined) throw notImplemented('knows no scopes of quotas');
}
