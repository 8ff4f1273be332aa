import type { JsonObject, JsonValue } from '../../api/index.ts';
import { fieldsAt, textOrEmpty } from '../../schema/index.ts';
import { invalidValue, requiredValue } from '../field-cause.ts';
import { causeIf, type StructRule, setFields } from './struct-rule.ts';

const autoscaler: StructRule = (spec) => {
  const { minReplicas, maxReplicas = 0 } = spec;
  const field = 'maxReplicas';
  const version = textOrEmpty(fieldsAt(spec, 'scaleTargetRef').apiVersion);
  const isSmall = typeof minReplicas === 'number' && typeof maxReplicas === 'number' && maxReplicas < minReplicas;
  return [
    ...causeIf(isSmall && maxReplicas !== 0, () =>
      invalidValue(field, maxReplicas, 'must be greater than or equal to `minReplicas`'),
    ),
    ...causeIf(maxReplicas === 0, () => requiredValue(field, 'must be set and greater than 0')),
    ...causeIf(!version.includes('/') && version !== 'v1', () =>
      invalidValue('scaleTargetRef.apiVersion', version, 'apiVersion must specify API group'),
    ),
  ];
};

const metricSources: Readonly<Record<string, string>> = {
  ContainerResource: 'containerResource',
  External: 'external',
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
};

const metric: StructRule = (value) => {
  const name = metricSources[textOrEmpty(value.type)];
  return causeIf(name !== undefined && value[name] === undefined, () =>
    requiredValue(name ?? '', 'must populate information for the given metric source'),
  );
};

const target: StructRule = ({ type = '' }) =>
  causeIf(!['Utilization', 'Value', 'AverageValue', ''].includes(textOrEmpty(type)), () =>
    invalidValue('type', type, 'must be either Utilization, Value, or AverageValue'),
  );

const podsMetric: StructRule = (value) =>
  causeIf(fieldsAt(value, 'target').averageValue === undefined, () =>
    requiredValue('target.averageValue', 'must specify a positive target averageValue'),
  );

const resourceMetric: StructRule = (value) =>
  causeIf(setFields(fieldsAt(value, 'target'), ['averageUtilization', 'averageValue']).length === 0, () =>
    requiredValue('target.averageUtilization', 'must set either a target raw value or a target utilization'),
  );

/** Budgets count pods or percents, and not both. */
const budget: StructRule = (spec) => [
  ...causeIf(spec.minAvailable !== undefined && spec.maxUnavailable !== undefined, () =>
    invalidValue('', budgetShown(spec), 'minAvailable and maxUnavailable cannot be both set'),
  ),
];

function budgetShown(spec: JsonObject): JsonValue {
  return {
    MinAvailable: spec.minAvailable ?? null,
    Selector: spec.selector ?? null,
    MaxUnavailable: spec.maxUnavailable ?? null,
    UnhealthyPodEvictionPolicy: spec.unhealthyPodEvictionPolicy ?? null,
  };
}

/** Definition → rule. */
export const autoscalingRules: Readonly<Record<string, StructRule>> = {
  'autoscaling.v1.HorizontalPodAutoscalerSpec': autoscaler,
  'autoscaling.v2.HorizontalPodAutoscalerSpec': autoscaler,
  'autoscaling.v2.MetricSpec': metric,
  'autoscaling.v2.MetricTarget': target,
  'autoscaling.v2.PodsMetricSource': podsMetric,
  'autoscaling.v2.ResourceMetricSource': resourceMetric,
  'policy.v1.PodDisruptionBudgetSpec': budget,
};
