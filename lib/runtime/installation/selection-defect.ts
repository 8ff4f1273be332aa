// In: the requests that a webhook or a policy is declared for, and those that it receives. Out: the requests that it
// misses. Pure. A cluster admin may choose a wider selection than the declared one, and exempt namespaces by name or
// label. Writes go unvalidated if tenants can leave the selection by labels of their objects, or if it applies only to
// labelled namespaces.

import { isSameJson, type JsonObject } from '../../api/index.ts';
import { fieldsIn, objectList, textList } from '../../schema/index.ts';
import { type ComparedPlace, type Defect, fieldDefect } from './defect.ts';

/** The defects of rules, `matchPolicy` and selectors. @param rulesField - `rules`, or `resourceRules` of a policy. */
export function selectionDefects(place: ComparedPlace, rulesField: string): Defect[] {
  const { declared, live } = place;
  const misses = objectList(declared[rulesField]).some((rule) => !isRuleCovered(rule, objectList(live[rulesField])));
  const isExact = declared.matchPolicy === 'Equivalent' && live.matchPolicy === 'Exact';
  return [
    ...(misses ? [fieldDefect(place, rulesField, `${rulesField} leave out declared requests`)] : []),
    ...(objectList(live.excludeResourceRules).length > objectList(declared.excludeResourceRules).length
      ? [fieldDefect(place, 'excludeResourceRules', 'excludeResourceRules leave out requests')]
      : []),
    ...(isExact ? [fieldDefect(place, 'matchPolicy', 'matchPolicy is Exact')] : []),
    ...(addedRequirements(place, 'namespaceSelector').some(excludesObjects)
      ? [fieldDefect(place, 'namespaceSelector', 'namespaceSelector is confined to labelled namespaces')]
      : []),
    ...(addedRequirements(place, 'objectSelector').length > 0
      ? [fieldDefect(place, 'objectSelector', 'objectSelector leaves out objects')]
      : []),
  ];
}

/** The defect of CEL conditions that are not declared: the manager can't know which requests they leave out. */
export function conditionDefects(place: ComparedPlace): Defect[] {
  const declared = objectList(place.declared.matchConditions).map(({ expression }) => expression);
  const isAdded = objectList(place.live.matchConditions).some(({ expression }) => !declared.includes(expression));
  return isAdded ? [fieldDefect(place, 'matchConditions', 'matchConditions has a condition that is not declared')] : [];
}

/** The defect of a `failurePolicy` that admits requests that can't be validated. */
export function failurePolicyDefects(place: ComparedPlace): Defect[] {
  const isOpen = place.declared.failurePolicy === 'Fail' && place.live.failurePolicy === 'Ignore';
  return isOpen ? [fieldDefect(place, 'failurePolicy', 'failurePolicy is Ignore')] : [];
}

function isRuleCovered(declared: JsonObject, rules: readonly JsonObject[]): boolean {
  return textList(declared.operations).every((operation) =>
    rules.some(
      (rule) =>
        includesAll(rule.operations, [operation]) &&
        includesAll(rule.apiGroups, textList(declared.apiGroups)) &&
        includesAll(rule.apiVersions, textList(declared.apiVersions)) &&
        includesAll(rule.resources, textList(declared.resources)) &&
        (rule.scope === undefined || rule.scope === '*' || rule.scope === declared.scope),
    ),
  );
}

function includesAll(list: unknown, wanted: readonly string[]): boolean {
  const present = textList(list);
  return present.includes('*') || present.includes('*/*') || wanted.every((each) => present.includes(each));
}

/** The requirements of a label selector beyond the declared one, as expressions. */
function addedRequirements({ declared, live }: ComparedPlace, field: string): readonly JsonObject[] {
  const known = selectorRequirements(declared[field]);
  return selectorRequirements(live[field]).filter((each) => !known.some((other) => isSameJson(each, other)));
}

function selectorRequirements(selector: unknown): readonly JsonObject[] {
  const { matchLabels, matchExpressions } = fieldsIn(selector);
  const labels = Object.entries(fieldsIn(matchLabels));
  return [...labels.map(([key, value]) => ({ key, operator: 'In', values: [value] })), ...objectList(matchExpressions)];
}

/** Returns true if a requirement excludes objects without the label. */
function excludesObjects({ operator }: JsonObject): boolean {
  return operator === 'In' || operator === 'Exists';
}
