// In: a metric of an autoscaler in autoscaling/v1. Out: the one in autoscaling/v2, and back. Called by the conversion of autoscalers.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { fieldsIn, valueAt, withFields } from '../../../schema/index.ts';

/** A field of a v1 struct, its path in v2, and the value that Go writes if it is absent. */
type Field = readonly [name: string, path: string, zero?: JsonValue];
/** Source of a metric → the fields of its v1 struct, in Go's order. */
type Sources = Readonly<Record<string, readonly Field[]>>;

const described: Field = ['target', 'describedObject', {}];
const metricName: Field = ['metricName', 'metric.name', ''];
const selector: Field = ['selector', 'metric.selector'];
const metricSelector: Field = ['metricSelector', 'metric.selector'];
const [name, container]: readonly [Field, Field] = [
  ['name', 'name', ''],
  ['container', 'container', ''],
];

const averageTargets: readonly Field[] = [
  ['targetAverageUtilization', 'target.averageUtilization'],
  ['targetAverageValue', 'target.averageValue'],
];
/** The metrics of specs. */
export const targets: Sources = {
  object: [
    described,
    metricName,
    ['targetValue', 'target.value', '0'],
    selector,
    ['averageValue', 'target.averageValue'],
  ],
  pods: [metricName, ['targetAverageValue', 'target.averageValue', '0'], selector],
  resource: [name, ...averageTargets],
  containerResource: [name, ...averageTargets, container],
  external: [
    metricName,
    metricSelector,
    ['targetValue', 'target.value'],
    ['targetAverageValue', 'target.averageValue'],
  ],
};

const averages: readonly Field[] = [
  ['currentAverageUtilization', 'current.averageUtilization'],
  ['currentAverageValue', 'current.averageValue', '0'],
];
/** The metrics of statuses. */
export const currents: Sources = {
  object: [
    described,
    metricName,
    ['currentValue', 'current.value', '0'],
    selector,
    ['averageValue', 'current.averageValue'],
  ],
  pods: [metricName, ['currentAverageValue', 'current.averageValue', '0'], selector],
  resource: [name, ...averages],
  containerResource: [name, ...averages, container],
  external: [
    metricName,
    metricSelector,
    ['currentValue', 'current.value', '0'],
    ['currentAverageValue', 'current.averageValue'],
  ],
};

/** Returns a metric with its source in another form. */
function withSource(
  metric: JsonObject,
  sources: Sources,
  form: (source: string, value: JsonObject) => JsonObject,
): JsonObject {
  const written = Object.keys(sources).flatMap((source): [string, JsonObject][] => {
    const value = metric[source];
    return isJsonObject(value) ? [[source, form(source, value)]] : [];
  });
  return { type: metric.type ?? '', ...Object.fromEntries(written) };
}

/** Returns the v1 form of a metric. */
export function oldMetric(metric: JsonObject, sources: Sources): JsonObject {
  return withSource(metric, sources, (source, value) => {
    const fields = (sources[source] ?? []).map(([name, path, zero]): [string, JsonValue | undefined] => [
      name,
      valueAt(value, path.split('.')) ?? zero,
    ]);
    return withFields({}, Object.fromEntries(fields));
  });
}

/** Returns the v2 form of a metric. */
export function newMetric(metric: JsonObject, sources: Sources): JsonObject {
  return withSource(metric, sources, (source, value) => {
    let struct: JsonObject = {};
    for (const [name, path] of sources[source] ?? []) {
      const field = value[name];
      const [outer = '', inner] = path.split('.');
      if (field === undefined) continue;
      struct = { ...struct, [outer]: inner === undefined ? field : { ...fieldsIn(struct[outer]), [inner]: field } };
    }
    return isJsonObject(struct.target) ? { ...struct, target: typedTarget(struct.target) } : struct;
  });
}

function typedTarget(target: JsonObject): JsonObject {
  const { value, averageValue, averageUtilization } = target;
  if (averageUtilization !== undefined) return { type: 'Utilization', ...target };
  if (averageValue === undefined && value !== undefined) return { type: 'Value', ...target };
  return { type: 'AverageValue', ...withFields(target, { value: value === '0' ? undefined : value }) };
}
