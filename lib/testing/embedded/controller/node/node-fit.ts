import type { JsonObject } from '../../../../api/index.ts';
import { fieldAt, objectsAt, scalarText } from '../../field.ts';
import { labelsOf, metadataText } from '../../object.ts';
import { labelSelection } from '../../selector/label-selection.ts';

/** Returns true if a pod may run on a node by its selector, its node affinity and its tolerations. */
export function fitsNode(pod: JsonObject, node: JsonObject): boolean {
  const unschedulable = fieldAt(node, 'spec.unschedulable') === true ? [unschedulableTaint] : [];
  const taints = [...objectsAt(node, 'spec.taints'), ...unschedulable];
  return (
    isNodeSelected(pod, node) &&
    taints.filter(({ effect }) => effect !== 'PreferNoSchedule').every((taint) => tolerates(pod, taint))
  );
}

const unschedulableTaint: JsonObject = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

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
  return (
    labelSelection({ matchExpressions }).matches(labels) &&
    labelSelection({ matchExpressions: matchFields }).matches(fields)
  );
}

/** Returns true if a pod tolerates a taint. */
function tolerates(pod: JsonObject, taint: JsonObject): boolean {
  return objectsAt(pod, 'spec.tolerations').some(
    ({ key, operator, value, effect }) =>
      (effect === undefined || effect === '' || effect === taint.effect) &&
      (key === undefined || key === '' || key === taint.key) &&
      (operator === 'Exists' || scalarText(value) === scalarText(taint.value)),
  );
}
