import type { JsonObject, JsonValue } from '../../api/index.ts';
import { fieldsAt, listOf, textOrEmpty, textsAt } from '../../schema/index.ts';
import { type Cause, causesAt, invalidValue, requiredValue } from '../field-cause.ts';
import { itemsOf, type StructRule } from './struct-rule.ts';

const compute = ['cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'];

const scopedResources: Readonly<Record<string, readonly string[]>> = {
  BestEffort: ['pods'],
  NotBestEffort: ['pods', ...compute],
  Terminating: ['pods', ...compute],
  NotTerminating: ['pods', ...compute],
  PriorityClass: ['pods', ...compute],
  CrossNamespacePodAffinity: ['pods', ...compute],
  VolumeAttributesClass: ['persistentvolumeclaims', 'requests.storage'],
};

/** Resources with a plain name; scopes limit no others. */
const standard: ReadonlySet<string> = new Set([
  ...compute,
  'pods',
  'ephemeral-storage',
  'requests.storage',
  'requests.ephemeral-storage',
  'limits.ephemeral-storage',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'persistentvolumeclaims',
  'configmaps',
  'services.nodeports',
  'services.loadbalancers',
]);

const conflicting = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
];

/** Scopes that a pod has or doesn't have, without a value. */
const valueless: ReadonlySet<string> = new Set([...conflicting.flat(), 'CrossNamespacePodAffinity']);

/** Yields the causes of scopes, in the list or in the selector. */
function* scopeCauses(names: readonly string[], resources: readonly string[], shown: JsonValue): Iterable<Cause> {
  const limited = resources.filter((resource) => standard.has(resource) || /^(?:requests\.)?hugepages-/.test(resource));
  for (const name of names)
    for (const resource of limited)
      if (scopedResources[name]?.includes(resource) === false)
        yield invalidValue('', shown, 'unsupported scope applied to resource');
  for (const pair of conflicting)
    if (pair.every((name) => names.includes(name))) yield invalidValue('', shown, 'conflicting scopes');
}

const operators: ReadonlySet<string> = new Set(['In', 'NotIn', 'Exists', 'DoesNotExist']);

function* unknownScope(name: string, field: string, shown: JsonValue): Iterable<Cause> {
  if (scopedResources[name] === undefined) yield invalidValue(field, shown, 'unsupported scope');
}

/** Errors show a selector as Go has it. */
function goSelector(requirements: readonly JsonObject[]): JsonObject {
  const shown = requirements.map(({ scopeName = '', operator = '', values = null }) => {
    return { ScopeName: scopeName, Operator: operator, Values: values };
  });
  return { MatchExpressions: shown };
}

/** Quotas have known scopes that fit their resources. */
function* quota(spec: JsonObject): Iterable<Cause> {
  const resources = Object.keys(fieldsAt(spec, 'hard'));
  const names = textsAt(spec, 'scopes');
  const field = 'scopeSelector.matchExpressions';
  const requirements = itemsOf(fieldsAt(spec, 'scopeSelector'), 'matchExpressions').map(([requirement]) => requirement);
  const selected = requirements.map(({ scopeName }) => textOrEmpty(scopeName));
  for (const name of names) yield* unknownScope(name, 'scopes', names);
  yield* causesAt('scopes', scopeCauses(names, resources, names));
  for (const requirement of requirements) yield* causesAt(field, requirementCauses(requirement));
  yield* causesAt(field, scopeCauses(selected, resources, goSelector(requirements)));
}

function* requirementCauses({ scopeName, operator, values }: JsonObject): Iterable<Cause> {
  const [scope, operation, count] = [textOrEmpty(scopeName), textOrEmpty(operator), listOf(values).length];
  const isSet = operation === 'In' || operation === 'NotIn';
  yield* unknownScope(scope, 'scopeName', scope);
  if (!operators.has(operation)) yield invalidValue('operator', operation, 'not a valid selector operator');
  if (valueless.has(scope) && operation !== 'Exists')
    yield invalidValue(
      'operator',
      operation,
      "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity",
    );
  if (isSet && count === 0)
    yield requiredValue('values', "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
  if (operators.has(operation) && !isSet && count > 0)
    yield invalidValue(
      'values',
      values,
      "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
    );
}

/** Definition → rule. */
export const quotaRules: Readonly<Record<string, StructRule>> = { 'core.v1.ResourceQuotaSpec': quota };
