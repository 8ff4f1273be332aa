import { conditionsOf, formatGroupKind, groupVersionKind, isJsonObject, type StoredObject } from '../api/index.ts';
import { inProgress, type Readiness, readinessByConditions, readinessRules } from './readiness-rule.ts';

/**
 * The readiness of an observed object, by the rules of its kind.
 * A kind without rules of its own is judged by `observedGeneration` and its conditions, where it has them.
 *
 * @see https://github.com/kubernetes-sigs/cli-utils/blob/master/pkg/kstatus/README.md
 */
export function readiness(object: StoredObject): Readiness {
  const { deletionTimestamp, generation } = object.metadata;
  if (deletionTimestamp !== undefined) return inProgress('is being deleted');
  const spec = isJsonObject(object.spec) ? object.spec : {};
  const status = isJsonObject(object.status) ? object.status : {};
  const { observedGeneration } = status;
  if (generation !== undefined && typeof observedGeneration === 'number' && observedGeneration < generation) {
    return inProgress('has a change that its controller has yet to see');
  }
  const rule = readinessRules[formatGroupKind(groupVersionKind(object))] ?? readinessByConditions;
  return rule({ spec, status, conditions: conditionsOf(status) });
}
