// In: the required affinity and the spread constraints of a pod. Out: terms that other pods match. Read by the scheduler.

import type { JsonObject } from '../../../../api/index.ts';
import { labelSelection, labelsOf, metadataText } from '../../../../built-in/index.ts';
import { fieldAt, objectsAt, scalarText, textsAt } from '../../../../schema/index.ts';

/** A group of pods, and the label of nodes by which it is counted. */
export interface PodTerm {
  /** The same for two terms that match the same pods. */
  readonly key: string;
  readonly topologyKey: string;
  readonly matches: (pod: JsonObject) => boolean;
}

/** Returns the labels of a namespace. */
export type NamespaceLabels = (namespace: string) => Readonly<Record<string, string>>;

/** Returns the terms of which another pod must match all to attract a pod; each counts by its own label of nodes. */
export function affinityTerms(pod: JsonObject, labels: NamespaceLabels): readonly PodTerm[] {
  const terms = requiredTerms(pod, 'podAffinity', labels);
  const whole = JSON.stringify(terms.map(({ key }) => key));
  return terms.map(({ topologyKey }) => ({
    topologyKey,
    key: `${topologyKey} of ${whole}`,
    matches: (other) => terms.every((term) => term.matches(other)),
  }));
}

/** Returns the terms of the pods that a pod keeps away from. */
export function antiAffinityTerms(pod: JsonObject, labels: NamespaceLabels): readonly PodTerm[] {
  return requiredTerms(pod, 'podAntiAffinity', labels);
}

/** Returns the term of the pods among which a constraint spreads a pod. */
export function spreadTerm(pod: JsonObject, constraint: JsonObject): PodTerm {
  const namespace = metadataText(pod, 'namespace');
  const selector = selectorOf(pod, constraint);
  const selection = labelSelection(selector);
  const topologyKey = scalarText(constraint.topologyKey);
  return {
    topologyKey,
    key: JSON.stringify(['spread', namespace, selector, topologyKey]),
    matches: (other) =>
      metadataText(other, 'namespace') === namespace &&
      metadataText(other, 'deletionTimestamp') === '' &&
      selection.matches(labelsOf(other)),
  };
}

function requiredTerms(
  pod: JsonObject,
  kind: 'podAffinity' | 'podAntiAffinity',
  labels: NamespaceLabels,
): readonly PodTerm[] {
  const path = `spec.affinity.${kind}.requiredDuringSchedulingIgnoredDuringExecution`;
  return objectsAt(pod, path).map((term) => {
    const named = textsAt(term, 'namespaces');
    const namespaceSelector = fieldAt(term, 'namespaceSelector');
    const hasOwn = named.length === 0 && namespaceSelector === undefined;
    const names = new Set(hasOwn ? [metadataText(pod, 'namespace')] : named);
    const selector = selectorOf(pod, term);
    const [pods, selected] = [labelSelection(selector), labelSelection(fieldAt(term, 'namespaceSelector'))];
    const topologyKey = scalarText(term.topologyKey);
    return {
      topologyKey,
      key: JSON.stringify([[...names], namespaceSelector ?? null, selector, topologyKey]),
      matches: (other) => {
        const namespace = metadataText(other, 'namespace');
        const isNear = names.has(namespace) || (namespaceSelector !== undefined && selected.matches(labels(namespace)));
        return isNear && pods.matches(labelsOf(other));
      },
    };
  });
}

/** Returns the selector of a term, with the labels that it takes from its pod. */
function selectorOf(pod: JsonObject, term: JsonObject): JsonObject | undefined {
  const selector = fieldAt(term, 'labelSelector');
  const own = labelsOf(pod);
  const copied = (field: string, operator: string) =>
    textsAt(term, field).flatMap((key) => (own[key] === undefined ? [] : [{ key, operator, values: [own[key]] }]));
  const added = [...copied('matchLabelKeys', 'In'), ...copied('mismatchLabelKeys', 'NotIn')];
  if (selector === undefined) return undefined;
  return {
    matchLabels: fieldAt(selector, 'matchLabels') ?? {},
    matchExpressions: [...objectsAt(selector, 'matchExpressions'), ...added],
  };
}
