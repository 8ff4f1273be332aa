// In: an autoscaler in autoscaling/v1. Out: the one in autoscaling/v2, and back. Annotations have what v1 has no fields for, as JSON
// in the order of Go's structs. Called by the table of stored versions.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { annotationsOf, withMetadata } from '../../../built-in/index.ts';
import { fieldAt, fieldsIn, isJsonList, objectList, withFields } from '../../../schema/index.ts';
import { goEscaped, readableJson } from '../json-text.ts';
import { currents, newMetric, oldMetric, targets } from './autoscaler-metric.ts';

const prefix = 'autoscaling.alpha.kubernetes.io';
const [metricsAnnotation, currentMetricsAnnotation] = [`${prefix}/metrics`, `${prefix}/current-metrics`];
const [behaviorAnnotation, conditionsAnnotation] = [`${prefix}/behavior`, `${prefix}/conditions`];
const reserved: ReadonlySet<string> = new Set([
  metricsAnnotation,
  currentMetricsAnnotation,
  behaviorAnnotation,
  conditionsAnnotation,
  `${prefix}/scale-down-tolerance`,
  `${prefix}/scale-up-tolerance`,
]);

/** The fields of structs that clients write, in Go's order. Other keys are those of maps, in their own order. */
const structFields = ['kind', 'name', 'apiVersion', 'matchLabels', 'matchExpressions', 'key', 'operator', 'values'];

/** Returns a value as Go writes it. */
function goJson(value: JsonValue): string {
  const sorted = (field: string, inner: JsonValue): JsonValue => {
    if (!isJsonObject(inner) || !['target', 'selector', 'metricSelector', 'matchLabels'].includes(field)) return inner;
    const rank = (key: string) => String(structFields.indexOf(key) + 1).padStart(2, '0') + key;
    return Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (rank(one) < rank(other) ? -1 : 1)));
  };
  return goEscaped(JSON.stringify(value, sorted));
}

/** Returns the behavior as the annotation has it: with all fields of the internal type, which have Go's names. */
function internalBehavior(behavior: JsonValue): JsonObject {
  const rules = (value: JsonValue | undefined): JsonValue =>
    isJsonObject(value)
      ? {
          StabilizationWindowSeconds: value.stabilizationWindowSeconds ?? null,
          SelectPolicy: value.selectPolicy ?? null,
          Policies: isJsonList(value.policies)
            ? objectList(value.policies).map((policy) => ({
                Type: policy.type ?? '',
                Value: policy.value ?? 0,
                PeriodSeconds: policy.periodSeconds ?? 0,
              }))
            : null,
          Tolerance: value.tolerance ?? null,
        }
      : null;
  const { scaleUp, scaleDown } = fieldsIn(behavior);
  return { ScaleUp: rules(scaleUp), ScaleDown: rules(scaleDown) };
}

/** Returns a value whose fields have the names of JSON, without nulls. */
function publishedFields(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(publishedFields);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null)
      .map(([field, inner]) => [`${field.charAt(0).toLowerCase()}${field.slice(1)}`, publishedFields(inner)]),
  );
}

/** Returns the value of an annotation; undefined if there is none, or none that can be read. */
function annotatedValue(object: JsonObject, field: string): JsonValue | undefined {
  return readableJson(annotationsOf(object)[field] ?? '');
}

function withAnnotations(object: JsonObject, added: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const kept = Object.entries(annotationsOf(object)).filter(([field]) => !reserved.has(field));
  const written = Object.entries(added).flatMap(([field, value]): [string, string][] =>
    value === undefined ? [] : [[field, goJson(value)]],
  );
  const annotations = Object.fromEntries([...kept, ...written]);
  return withMetadata(object, { annotations: Object.keys(annotations).length === 0 ? undefined : annotations });
}

/** Returns an autoscaler without the annotations of the conversion. */
export function bareAutoscaler(object: JsonObject): JsonObject {
  return withAnnotations(object, {});
}

function isCpu(metric: JsonObject): boolean {
  return metric.type === 'Resource' && fieldAt(metric, 'resource.name') === 'cpu';
}

function isCpuUtilization(metric: JsonObject): boolean {
  return isCpu(metric) && fieldAt(metric, 'resource.target.averageUtilization') !== undefined;
}

function cpuMetric(field: string, value: JsonObject): JsonObject {
  return { type: 'Resource', resource: { name: 'cpu', [field]: value } };
}

/** Returns an autoscaler of autoscaling/v1 in autoscaling/v2, with another apiVersion only. */
export function newAutoscaler(object: JsonObject): JsonObject {
  const { targetCPUUtilizationPercentage: percentage, ...fields } = fieldsIn(object.spec);
  const { currentCPUUtilizationPercentage: current, ...observed } = fieldsIn(object.status);
  const metrics = [
    ...objectList(annotatedValue(object, metricsAnnotation)).map((metric) => newMetric(metric, targets)),
    ...(percentage === undefined ? [] : [cpuMetric('target', { type: 'Utilization', averageUtilization: percentage })]),
  ];
  const statuses = objectList(annotatedValue(object, currentMetricsAnnotation));
  const currentMetrics =
    statuses.length > 0 || current === undefined
      ? statuses.map((metric) => newMetric(metric, currents))
      : [cpuMetric('current', { averageUtilization: current })];
  const behavior = fieldsIn(publishedFields(annotatedValue(object, behaviorAnnotation) ?? null));
  return {
    ...bareAutoscaler(object),
    spec: withFields(fields, {
      metrics: metrics.length === 0 ? undefined : metrics,
      behavior: Object.keys(behavior).length === 0 ? undefined : behavior,
    }),
    status: withFields(observed, {
      currentReplicas: observed.currentReplicas === 0 ? undefined : observed.currentReplicas,
      desiredReplicas: observed.desiredReplicas ?? 0,
      currentMetrics: currentMetrics.length === 0 ? null : currentMetrics,
      conditions: annotatedValue(object, conditionsAnnotation),
    }),
  };
}

/** Returns an autoscaler of autoscaling/v2 in autoscaling/v1. */
export function oldAutoscaler(object: JsonObject): JsonObject {
  const { metrics, behavior, ...fields } = fieldsIn(object.spec);
  const { currentMetrics, conditions, ...observed } = fieldsIn(object.status);
  const others = objectList(metrics).filter((metric) => !isCpuUtilization(metric));
  const statuses = objectList(currentMetrics);
  return {
    ...withAnnotations(object, {
      [metricsAnnotation]: others.length === 0 ? undefined : others.map((metric) => oldMetric(metric, targets)),
      [currentMetricsAnnotation]:
        statuses.length === 0 ? undefined : statuses.map((metric) => oldMetric(metric, currents)),
      [behaviorAnnotation]: behavior === undefined ? undefined : internalBehavior(behavior),
      [conditionsAnnotation]: conditions === undefined ? undefined : objectList(conditions).map(inConditionOrder),
    }),
    spec: withFields(fields, {
      targetCPUUtilizationPercentage: fieldAt(
        objectList(metrics).find(isCpuUtilization),
        'resource.target.averageUtilization',
      ),
    }),
    status: withFields(observed, {
      currentReplicas: observed.currentReplicas ?? 0,
      currentCPUUtilizationPercentage: fieldAt(statuses.find(isCpu), 'resource.current.averageUtilization'),
    }),
  };
}

function inConditionOrder({
  type = '',
  status = '',
  lastTransitionTime = null,
  reason,
  message,
}: JsonObject): JsonObject {
  return withFields({ type, status, lastTransitionTime }, { reason, message });
}
