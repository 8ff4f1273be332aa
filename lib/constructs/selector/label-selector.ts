/**
 * A selector of objects by labels. An object must match all of it.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly LabelRequirement[];
}

/** The operators of a requirement. */
export const labelOperators = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;

/** One part of a {@link LabelSelector}. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: (typeof labelOperators)[number];
  /** For `In` and `NotIn`, one at least. @default none */
  readonly values?: readonly string[];
}

/**
 * Formats a selector for requests: `app=web,tier in (a,b)`. Equal requirements give the same text; empty if there are
 * none.
 */
export function formatLabelSelector(selector: LabelSelector): string {
  return [...new Set(selectorRequirements(selector).map(formatRequirement))].sort().join();
}

/** Returns true if a selector selects these labels, as API servers decide. */
export function isLabelSelected(labels: Readonly<Record<string, string>>, selector: LabelSelector): boolean {
  return selectorRequirements(selector).every((requirement) => isRequirementMet(requirement, labels));
}

function isRequirementMet(
  { key, operator, values = [] }: LabelRequirement,
  labels: Readonly<Record<string, string>>,
): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
  }
}

function selectorRequirements({ matchLabels = {}, matchExpressions = [] }: LabelSelector): readonly LabelRequirement[] {
  const equal = Object.entries(matchLabels).map(
    ([key, value]) => ({ key, operator: 'In', values: [value] }) satisfies LabelRequirement,
  );
  return [...equal, ...matchExpressions];
}

function formatRequirement({ key, operator, values = [] }: LabelRequirement): string {
  const [only, ...others] = values;
  const list = `(${values.toSorted().join()})`;
  switch (operator) {
    case 'In':
      return others.length === 0 ? `${key}=${only ?? ''}` : `${key} in ${list}`;
    case 'NotIn':
      return others.length === 0 ? `${key}!=${only ?? ''}` : `${key} notin ${list}`;
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
  }
}
