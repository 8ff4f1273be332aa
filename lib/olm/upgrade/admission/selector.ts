import { canonicalJson } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';

/** Returns true if a label selector has all requirements of another one, so that it selects nothing else. */
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
