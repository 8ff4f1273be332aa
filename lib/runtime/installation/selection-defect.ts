// In: the requests that a webhook or a policy is declared for, and those that it receives. Out: the requests that it
// misses. Pure. A cluster admin may choose a wider selection than the declared one, and exempt namespaces by name or
// label. Writes go unvalidated if tenants can leave the selection by labels of their objects, or if it applies only to
// labelled namespaces.

import { isJsonObject, isSameJson, type JsonObject } from '../../api/index.ts';
import { type ComparedPlace, type Defect, fieldDefect } from './defect.ts';

/** The defects of rules, `matchPolicy` and selectors. @param rulesField - `rules`, or `resourceRules` of a policy. */
export function selectionDefects(place: ComparedPlace, rulesField: string): Defect[] {
  const { declared, live } = place;
  const misses = objectsIn(declared[rulesField]).some((rule) => !isRuleCovered(rule, objectsIn(live[rulesField])));
  const isExact = declared.matchPolicy === 'Equivalent' && live.matchPolicy === 'Exact';
  return [
    ...(misses ? [fieldDefect(place, rulesField, `${rulesField} leave out declared requests`)] : []),
    ...(objectsIn(live.excludeResourceRules).length > objectsIn(declared.excludeResourceRules).length
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
  const declared = objectsIn(place.declared.matchConditions).map(({ expression }) => expression);
  const isAdded = objectsIn(place.live.matchConditions).some(({ expression }) => !declared.includes(expression));
  return isAdded ? [fieldDefect(place, 'matchConditions', 'matchConditions has a condition that is not declared')] : [];
}

/** The defect of a `failurePolicy` that admits requests that can't be validated. */
export function failurePolicyDefects(place: ComparedPlace): Defect[] {
  const isOpen = place.declared.failurePolicy === 'Fail' && place.live.failurePolicy === 'Ignore';
  return isOpen ? [fieldDefect(place, 'failurePolicy', 'failurePolicy is Ignore')] : [];
}

/** The objects in a list of JSON; none if it isn't a list. */
export function objectsIn(list: unknown): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function isRuleCovered(declared: JsonObject, rules: readonly JsonObject[]): boolean {
  return textsIn(declared.operations).every((operation) =>
    rules.some(
      (rule) =>
        includesAll(rule.operations, [operation]) &&
        includesAll(rule.apiGroups, textsIn(declared.apiGroups)) &&
        includesAll(rule.apiVersions, textsIn(declared.apiVersions)) &&
        includesAll(rule.resources, textsIn(declared.resources)) &&
        (rule.scope === undefined || rule.scope === '*' || rule.scope === declared.scope),
    ),
  );
}

function includesAll(list: unknown, wanted: readonly string[]): boolean {
  const present = textsIn(list);
  return present.includes('*') || present.includes('*/*') || wanted.every((each) => present.includes(each));
}

function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}

/** The requirements of a label selector beyond the declared one, as expressions. */
function addedRequirements({ declared, live }: ComparedPlace, field: string): readonly JsonObject[] {
  const known = selectorRequirements(declared[field]);
  return selectorRequirements(live[field]).filter((each) => !known.some((other) => isSameJson(each, other)));
}

function selectorRequirements(selector: unknown): readonly JsonObject[] {
  if (!isJsonObject(selector)) return [];
  const { matchLabels, matchExpressions } = selector;
  const labels = isJsonObject(matchLabels) ? Object.entries(matchLabels) : [];
  return [...labels.map(([key, value]) => ({ key, operator: 'In', values: [value] })), ...objectsIn(matchExpressions)];
}

/** Returns true if a requirement excludes objects without the label. */
function excludesObjects({ operator }: JsonObject): boolean {
  return operator === 'In' || operator === 'Exists';
}
