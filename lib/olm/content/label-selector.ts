import { isLabelSelected, type LabelRequirement, labelOperators } from '../../constructs/index.ts';
import type { Place } from './place.ts';

/** Labels: name → value. */
export type Labels = ReadonlyMap<string, string>;

/** Returns the labels of a map. */
export function labelsOfMap(place: Place): Labels {
  return new Map(place.fields.flatMap(([name, { text }]) => (text === undefined ? [] : [[name, text] as const])));
}

/** Returns true if a selector has no requirements. */
export function isEmptySelector(selector: Place): boolean {
  return selector.at('matchLabels').fields.length === 0 && selector.at('matchExpressions').items.length === 0;
}

/**
 * Returns true if a selector (`matchLabels` and `matchExpressions`) selects these labels. An empty selector selects
 * everything, one with an unknown operator nothing.
 */
export function isSelectedBySelector(selector: Place, labels: Labels): boolean {
  const matchExpressions = selector.at('matchExpressions').items.map(selectorRequirement);
  return (
    matchExpressions.every((each) => each !== undefined) &&
    isLabelSelected(Object.fromEntries(labels), {
      matchLabels: Object.fromEntries(labelsOfMap(selector.at('matchLabels'))),
      matchExpressions,
    })
  );
}

function selectorRequirement(place: Place): LabelRequirement | undefined {
  const operator = labelOperators.find((each) => each === place.at('operator').text);
  return operator && { key: place.at('key').text ?? '', operator, values: place.at('values').texts };
}
