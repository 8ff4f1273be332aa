import { isSelected, type LabelRequirement, labelOperators } from '../../constructs/index.ts';
import type { Place } from './place.ts';

/** Labels: name → value. */
export type Labels = ReadonlyMap<string, string>;

/** The labels in a map of them. */
export function labelsAt(place: Place): Labels {
  return new Map(place.fields.flatMap(([name, { text }]) => (text === undefined ? [] : [[name, text] as const])));
}

/** Whether `labels` has all of `wanted`. */
export function isWithin(wanted: Labels, labels: Labels): boolean {
  return [...wanted].every(([name, value]) => labels.get(name) === value);
}

/** Whether a selector asks for nothing. */
export function isEmptySelector(selector: Place): boolean {
  return selector.at('matchLabels').fields.length === 0 && selector.at('matchExpressions').items.length === 0;
}

/**
 * Whether a selector (`matchLabels` and `matchExpressions`) selects what has these labels. Empty, it selects everything;
 * with an operator that there is none of, nothing.
 */
export function selects(selector: Place, labels: Labels): boolean {
  const matchExpressions = selector.at('matchExpressions').items.map(requirement);
  return (
    matchExpressions.every((each) => each !== undefined) &&
    isSelected(Object.fromEntries(labels), {
      matchLabels: Object.fromEntries(labelsAt(selector.at('matchLabels'))),
      matchExpressions,
    })
  );
}

function requirement(place: Place): LabelRequirement | undefined {
  const operator = labelOperators.find((each) => each === place.at('operator').text);
  return operator && { key: place.at('key').text ?? '', operator, values: place.at('values').texts };
}
