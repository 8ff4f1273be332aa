import type { JsonObject } from '../../../../api/index.ts';
import { labelSelection, labelsOf, metadataText } from '../../../../built-in/index.ts';
import { fieldAt, objectsAt, scalarText, textsAt } from '../../../../schema/index.ts';

/** Returns true if a pod may run on a node by its selector, its node affinity and its tolerations. */
export function fitsNode(pod: JsonObject, node: JsonObject): boolean {
  const taints = [...taintsOf(node), ...(isUnschedulable(node) ? [unschedulableTaint] : [])];
  return isNodeSelected(pod, node) && taints.every((taint) => tolerates(pod, taint));
}

/** The taint that a node has while it is unschedulable. */
export const unschedulableTaint: JsonObject = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

/** Returns true if an admin keeps pods from a node. */
export function isUnschedulable(node: JsonObject): boolean {
  return fieldAt(node, 'spec.unschedulable') === true;
}

/** Returns the taints of a node that keep pods away. */
export function taintsOf(node: JsonObject): readonly JsonObject[] {
  return objectsAt(node, 'spec.taints').filter(({ effect }) => effect !== 'PreferNoSchedule');
}

/** Returns true if a pod's selector and node affinity name a node. */
export function isNodeSelected(pod: JsonObject, node: JsonObject): boolean {
  const labels = labelsOf(node);
  const selector = fieldAt(pod, 'spec.nodeSelector');
  if (selector !== undefined && !labelSelection({ matchLabels: selector }).matches(labels)) return false;
  const affinity = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';
  const terms = objectsAt(pod, affinity);
  if (terms.length === 0) return true;
  return terms.some((term) => matchesTerm(term, labels, { 'metadata.name': metadataText(node, 'name') }));
}

function matchesTerm(
  { matchExpressions = [], matchFields = [] }: JsonObject,
  labels: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, string>>,
): boolean {
  const expressions = objectsAt({ matchExpressions }, 'matchExpressions');
  const comparisons = expressions.filter(({ operator }) => operator === 'Gt' || operator === 'Lt');
  const others = expressions.filter((each) => !comparisons.includes(each));
  return (
    comparisons.every(({ key, operator, values }) => {
      const [bound, value] = [textsAt({ values: values ?? [] }, 'values')[0], labels[scalarText(key)]];
      if (value === undefined || bound === undefined) return false;
      return operator === 'Gt' ? Number(value) > Number(bound) : Number(value) < Number(bound);
    }) &&
    labelSelection({ matchExpressions: others }).matches(labels) &&
    labelSelection({ matchExpressions: matchFields }).matches(fields)
  );
}

/** Returns true if a pod tolerates a taint. */
export function tolerates(pod: JsonObject, taint: JsonObject): boolean {
  return objectsAt(pod, 'spec.tolerations').some(
    ({ key, operator, value, effect }) =>
      (effect === undefined || effect === '' || effect === taint.effect) &&
      (key === undefined || key === '' || key === taint.key) &&
      (operator === 'Exists' || scalarText(value) === scalarText(taint.value)),
  );
}
