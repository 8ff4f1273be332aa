import type { JsonObject, JsonValue } from '../../api/index.ts';
import { fieldsAt, listOf, textOrEmpty, textsAt } from '../../schema/index.ts';
import { type Cause, invalidValue, requiredValue } from '../field-cause.ts';
import { causeIf, causesAt, itemsOf, type StructRule } from './struct-rule.ts';

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

/** The causes of scopes, in the list or in the selector. */
function scopeCauses(names: readonly string[], resources: readonly string[], shown: JsonValue): readonly Cause[] {
  const limited = resources.filter((resource) => standard.has(resource) || /^(?:requests\.)?hugepages-/.test(resource));
  return [
    ...names.flatMap((name) =>
      limited.flatMap((resource) =>
        causeIf(scopedResources[name]?.includes(resource) === false, () =>
          invalidValue('', shown, 'unsupported scope applied to resource'),
        ),
      ),
    ),
    ...conflicting.flatMap((pair) =>
      causeIf(
        pair.every((name) => names.includes(name)),
        () => invalidValue('', shown, 'conflicting scopes'),
      ),
    ),
  ];
}

const operators: ReadonlySet<string> = new Set(['In', 'NotIn', 'Exists', 'DoesNotExist']);

function unknownScope(name: string, field: string, shown: JsonValue): readonly Cause[] {
  return causeIf(scopedResources[name] === undefined, () => invalidValue(field, shown, 'unsupported scope'));
}

/** Errors show a selector as Go has it. */
function goSelector(requirements: readonly JsonObject[]): JsonObject {
  const shown = requirements.map(({ scopeName = '', operator = '', values = null }) => {
    return { ScopeName: scopeName, Operator: operator, Values: values };
  });
  return { MatchExpressions: shown };
}

const quota: StructRule = (spec) => {
  const resources = Object.keys(fieldsAt(spec, 'hard'));
  const names = textsAt(spec, 'scopes');
  const selector = fieldsAt(spec, 'scopeSelector');
  const place = 'scopeSelector.matchExpressions';
  const requirements = itemsOf(selector, 'matchExpressions', 'scopeSelector');
  const selected = requirements.map(([{ scopeName }]) => textOrEmpty(scopeName));
  return [
    ...names.flatMap((name) => unknownScope(name, 'scopes', names)),
    ...causesAt('scopes', scopeCauses(names, resources, names)),
    ...requirements.flatMap(([{ scopeName, operator, values }]) => {
      const operation = textOrEmpty(operator);
      const isSet = operation === 'In' || operation === 'NotIn';
      return [
        ...unknownScope(textOrEmpty(scopeName), `${place}.scopeName`, textOrEmpty(scopeName)),
        ...causeIf(!operators.has(operation), () =>
          invalidValue(`${place}.operator`, operation, 'not a valid selector operator'),
        ),
        ...causeIf(valueless.has(textOrEmpty(scopeName)) && operation !== 'Exists', () =>
          invalidValue(
            `${place}.operator`,
            operation,
            "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity",
          ),
        ),
        ...causeIf(isSet && listOf(values).length === 0, () =>
          requiredValue(
            `${place}.values`,
            "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
          ),
        ),
        ...causeIf(operators.has(operation) && !isSet && listOf(values).length > 0, () =>
          invalidValue(
            `${place}.values`,
            values ?? null,
            "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
          ),
        ),
      ];
    }),
    ...causesAt(place, scopeCauses(selected, resources, goSelector(requirements.map(([each]) => each)))),
  ];
};

/** Definition → rule. */
export const quotaRules: Readonly<Record<string, StructRule>> = { 'core.v1.ResourceQuotaSpec': quota };
