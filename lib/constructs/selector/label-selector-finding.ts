import { isLabelValue, isQualifiedName } from '../../api/index.ts';
import type { LabelRequirement, LabelSelector } from './label-selector.ts';

/**
 * Yields findings for a selector that an API server would refuse, one sentence each with its remedy.
 *
 * @param field - its name
 */
export function* labelSelectorFindings(
  field: string,
  { matchLabels = {}, matchExpressions = [] }: LabelSelector,
): Iterable<string> {
  for (const [key, value] of Object.entries(matchLabels)) {
    yield* labelKeyFindings(`${field}.matchLabels`, key);
    yield* labelValueFindings(`${field}.matchLabels['${key}']`, value);
  }
  for (const [index, requirement] of matchExpressions.entries())
    yield* labelRequirementFindings(`${field}.matchExpressions[${index}]`, requirement);
}

function* labelRequirementFindings(path: string, { key, operator, values = [] }: LabelRequirement): Iterable<string> {
  const takesValues = operator === 'In' || operator === 'NotIn';
  yield* labelKeyFindings(path, key);
  if (takesValues && values.length === 0) yield `${path} has no values, and ${operator} needs one: write it`;
  if (!takesValues && values.length > 0) yield `${path} has values, and ${operator} takes none: leave them out`;
  for (const [index, value] of values.entries()) yield* labelValueFindings(`${path}.values[${index}]`, value);
}

function* labelKeyFindings(path: string, key: string): Iterable<string> {
  if (!isQualifiedName(key))
    yield `${path} names '${key}', which is not a label: write one such as team or example.com/team`;
}

function* labelValueFindings(path: string, value: string): Iterable<string> {
  if (!isLabelValue(value))
    yield `${path} is '${value}', which can't be the value of a label: use at most 63 letters, digits, '-', '_' and '.'`;
}
