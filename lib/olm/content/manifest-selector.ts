import { isLabelSelected, type LabelRequirement, labelOperators } from '../../constructs/index.ts';
import { canonicalJson } from '../../schema/index.ts';
import type { Place } from './place.ts';

/** Labels: name → value. */
export type Labels = ReadonlyMap<string, string>;

/** Returns the labels in a map of a manifest. */
export function labelsOfMap(place: Place): Labels {
  return new Map(place.fields.flatMap(([name, { text }]) => (text === undefined ? [] : [[name, text] as const])));
}

/** Returns true if a manifest's selector has no requirements. */
export function isEmptySelector(selector: Place): boolean {
  return selector.at('matchLabels').fields.length === 0 && selector.at('matchExpressions').items.length === 0;
}

/**
 * Returns true if a manifest's selector (`matchLabels` and `matchExpressions`) selects these labels. An empty selector
 * selects everything, one with an unknown operator nothing.
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

/** Returns true if a manifest's selector has all requirements of another one, so that it selects nothing else. */
export function isSelectorAsNarrow(selector: Place, other: Place): boolean {
  const demanded = new Set(selectorDemands(selector));
  return selectorDemands(other).every((demand) => demanded.has(demand));
}

/** Returns the requirements of a selector. A required value is a list of one value. */
function selectorDemands(selector: Place): readonly string[] {
  const labels = selector.at('matchLabels').fields.map(([key, { value }]) => ({
    key,
    operator: 'In',
    values: [value],
  }));
  const expressions = selector.at('matchExpressions').items.map((expression) => ({
    key: expression.at('key').value,
    operator: expression.at('operator').value,
    values: expression.at('values').texts.toSorted(),
  }));
  return [...labels, ...expressions].map(canonicalJson);
}
