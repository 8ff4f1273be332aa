import { type Condition, conditionsOf, formatGroupKind, groupVersionKind, type StoredObject } from '../api/index.ts';
import { fieldsIn } from '../schema/index.ts';
import {
  inProgress,
  type Readiness,
  readinessByConditions,
  readinessBySigns,
  readinessRules,
} from './readiness-rule.ts';

const unseen = 'has a change that its controller has not observed yet';

/**
 * Returns the readiness of an observed object.
 *
 * An object that is being deleted, or whose controller has not observed the present generation, is in progress. Then a
 * true condition `Stalled` or `Reconciling` decides, then the rule of its kind. A kind without a rule of its own is
 * ready unless its condition `Ready` says otherwise.
 *
 * @see https://github.com/kubernetes-sigs/cli-utils/blob/master/pkg/kstatus/README.md
 */
export function readiness(object: StoredObject): Readiness {
  const { deletionTimestamp, generation } = object.metadata;
  if (deletionTimestamp !== undefined) return inProgress('is being deleted');
  const [spec, status] = [fieldsIn(object.spec), fieldsIn(object.status)];
  const { observedGeneration } = status;
  if (generation !== undefined && typeof observedGeneration === 'number' && observedGeneration !== generation) {
    return inProgress(unseen);
  }
  const conditions = conditionsOf(status).map((condition) => conditionOfGeneration(condition, generation));
  const rule = readinessRules[formatGroupKind(groupVersionKind(object))] ?? readinessByConditions;
  return readinessBySigns({ conditions }) ?? rule({ spec, status, conditions });
}

/** Ignores conditions about another generation. cert-manager reports generations only in conditions. */
function conditionOfGeneration(condition: Condition, generation: number | undefined): Condition {
  const { observedGeneration } = condition;
  const isOld = generation !== undefined && observedGeneration !== undefined && observedGeneration !== generation;
  return isOld ? { ...condition, status: 'Unknown', message: unseen } : condition;
}
