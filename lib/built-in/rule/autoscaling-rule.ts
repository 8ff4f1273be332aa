import type { JsonObject } from '../../api/index.ts';
import { fieldsAt, textOrEmpty } from '../../schema/index.ts';
import { type Cause, invalidValue, requiredValue } from '../field-cause.ts';
import { presentFieldNames, type StructRule } from './struct-rule.ts';
import { isAboveHundred } from './workload-rule.ts';

function* autoscaler(spec: JsonObject): Iterable<Cause> {
  const { minReplicas, maxReplicas = 0 } = spec;
  const field = 'maxReplicas';
  const version = textOrEmpty(fieldsAt(spec, 'scaleTargetRef').apiVersion);
  const isSmall = typeof minReplicas === 'number' && typeof maxReplicas === 'number' && maxReplicas < minReplicas;
  if (isSmall && maxReplicas !== 0)
    yield invalidValue(field, maxReplicas, 'must be greater than or equal to `minReplicas`');
  if (maxReplicas === 0) yield requiredValue(field, 'must be set and greater than 0');
  if (!version.includes('/') && version !== 'v1')
    yield invalidValue('scaleTargetRef.apiVersion', version, 'apiVersion must specify API group');
}

const metricSources: Readonly<Record<string, string>> = {
  ContainerResource: 'containerResource',
  External: 'external',
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
};

function* metric(value: JsonObject): Iterable<Cause> {
  const name = metricSources[textOrEmpty(value.type)];
  if (name !== undefined && value[name] === undefined)
    yield requiredValue(name, 'must populate information for the given metric source');
}

function* target({ type = '' }: JsonObject): Iterable<Cause> {
  if (!['Utilization', 'Value', 'AverageValue', ''].includes(textOrEmpty(type)))
    yield invalidValue('type', type, 'must be either Utilization, Value, or AverageValue');
}

function* podsMetric(value: JsonObject): Iterable<Cause> {
  if (fieldsAt(value, 'target').averageValue === undefined)
    yield requiredValue('target.averageValue', 'must specify a positive target averageValue');
}

function* resourceMetric(value: JsonObject): Iterable<Cause> {
  if (presentFieldNames(fieldsAt(value, 'target'), ['averageUtilization', 'averageValue']).length === 0)
    yield requiredValue('target.averageUtilization', 'must set either a target raw value or a target utilization');
}

/** Budgets count pods or percents of up to 100, and not both. */
function* budget({
  minAvailable,
  maxUnavailable,
  selector = null,
  unhealthyPodEvictionPolicy = null,
}: JsonObject): Iterable<Cause> {
  if (minAvailable !== undefined && maxUnavailable !== undefined) {
    const shown = {
      MinAvailable: minAvailable,
      Selector: selector,
      MaxUnavailable: maxUnavailable,
      UnhealthyPodEvictionPolicy: unhealthyPodEvictionPolicy,
    };
    yield invalidValue('', shown, 'minAvailable and maxUnavailable cannot be both set');
  }
  for (const [field, share] of Object.entries({ minAvailable, maxUnavailable }))
    if (isAboveHundred(share)) yield invalidValue(field, share, 'must not be greater than 100%');
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
