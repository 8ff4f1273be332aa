import { isLabelValue, isQualifiedName } from '../../api/index.ts';
import type { LabelRequirement, LabelSelector } from './label-selector.ts';

/**
 * Returns findings for a selector that an API server would refuse, one sentence each with its remedy.
 *
 * @param field - its name
 */
export function labelSelectorFindings(
  field: string,
  { matchLabels = {}, matchExpressions = [] }: LabelSelector,
): string[] {
  return [
    ...Object.entries(matchLabels).flatMap(([key, value]) => [
      ...labelKeyFindings(`${field}.matchLabels`, key),
      ...labelValueFindings(`${field}.matchLabels['${key}']`, value),
    ]),
    ...matchExpressions.flatMap((requirement, index) =>
      labelRequirementFindings(`${field}.matchExpressions[${index}]`, requirement),
    ),
  ];
}

function labelRequirementFindings(path: string, { key, operator, values = [] }: LabelRequirement): string[] {
  const takesValues = operator === 'In' || operator === 'NotIn';
  return [
    ...labelKeyFindings(path, key),
    ...(takesValues && values.length === 0 ? [`${path} has no values, and ${operator} needs one: write it`] : []),
    ...(!takesValues && values.length > 0 ? [`${path} has values, and ${operator} takes none: leave them out`] : []),
    ...values.flatMap((value, index) => labelValueFindings(`${path}.values[${index}]`, value)),
  ];
}

function labelKeyFindings(path: string, key: string): string[] {
  if (isQualifiedName(key)) return [];
  return [`${path} names '${key}', which is not a label: write one such as team or example.com/team`];
}

function labelValueFindings(path: string, value: string): string[] {
  if (isLabelValue(value)) return [];
  return [
    `${path} is '${value}', which can't be the value of a label: use at most 63 letters, digits, '-', '_' and '.'`,
  ];
}
