// In: a quota and an object. Out: true if the scopes of the quota include the object. Called by admission, and by the sums of quotas.

import { isJsonObject, type JsonObject } from '../../../api/index.ts';
import { labelSelection } from '../../../built-in/index.ts';
import { fieldAt, fieldsAt, numberAt, objectsAt, scalarText, textAt, textsAt } from '../../../schema/index.ts';
import { claims, pods } from '../collection.ts';

/** A scope with an operator of label selectors. */
interface Scope {
  readonly name: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** Returns true if all scopes of a quota include an object. Other kinds than pods and claims have no scopes. */
export function isInScope(quota: JsonObject, collection: string, object: JsonObject): boolean {
  return scopesOf(quota).every((scope) => includes(scope, collection, object));
}

function scopesOf(quota: JsonObject): readonly Scope[] {
  return [
    ...textsAt(quota, 'spec.scopes').map((name) => ({ name, operator: 'Exists', values: [] })),
    ...objectsAt(quota, 'spec.scopeSelector.matchExpressions').map((requirement) => ({
      name: scalarText(requirement.scopeName),
      operator: scalarText(requirement.operator),
      values: textsAt(requirement, 'values'),
    })),
  ];
}

function includes(scope: Scope, collection: string, object: JsonObject): boolean {
  if (collection === claims && scope.name === 'VolumeAttributesClass') return selects(scope, volumeClasses(object));
  if (collection !== pods) return false;
  switch (scope.name) {
    case 'Terminating':
      return isTerminating(object);
    case 'NotTerminating':
      return !isTerminating(object);
    case 'BestEffort':
      return textAt(object, 'status.qosClass') === 'BestEffort';
    case 'NotBestEffort':
      return textAt(object, 'status.qosClass') !== 'BestEffort';
    case 'PriorityClass':
      return selects(scope, priorityClass(object));
    case 'CrossNamespacePodAffinity':
      return namesNamespaces(object);
    default:
      return false;
  }
}

/** Returns true if a pod ends by itself: it has a deadline. */
export function isTerminating(pod: JsonObject): boolean {
  return (numberAt(pod, 'spec.activeDeadlineSeconds') ?? -1) >= 0;
}

function priorityClass(pod: JsonObject): readonly string[] {
  const name = textAt(pod, 'spec.priorityClassName');
  return name === '' ? [] : [name];
}

function selects({ operator, values }: Scope, names: readonly string[]): boolean {
  const { matches } = labelSelection({ matchExpressions: [{ key: 'name', operator, values }] });
  return names.length === 0 ? matches({}) : names.some((name) => matches({ name }));
}

function volumeClasses(claim: JsonObject): readonly string[] {
  return [
    textAt(claim, 'spec.volumeAttributesClassName'),
    textAt(claim, 'status.currentVolumeAttributesClassName'),
    textAt(claim, 'status.modifyVolumeStatus.targetVolumeAttributesClassName'),
  ].filter((name) => name !== '');
}

/** Returns true if a term of a pod's affinity looks at other namespaces. */
function namesNamespaces(pod: JsonObject): boolean {
  return ['podAffinity', 'podAntiAffinity'].some((sort) => {
    const affinity = fieldsAt(pod, `spec.affinity.${sort}`);
    return [
      ...objectsAt(affinity, 'requiredDuringSchedulingIgnoredDuringExecution'),
      ...objectsAt(affinity, 'preferredDuringSchedulingIgnoredDuringExecution').map((each) =>
        fieldsAt(each, 'podAffinityTerm'),
      ),
    ].some((term) => textsAt(term, 'namespaces').length > 0 || isJsonObject(fieldAt(term, 'namespaceSelector')));
  });
}
