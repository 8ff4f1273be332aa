import type { JsonObject, JsonValue } from '../../../../api/index.ts';
import { objectsAt, textAt } from '../../../../schema/index.ts';
import { at, firstTexts } from './cell.ts';

/** Returns the metrics of a HorizontalPodAutoscaler, each as `current/target`. */
export function metricsText(scaler: JsonObject): string {
  const statuses = objectsAt(scaler, 'status.currentMetrics');
  const texts = objectsAt(scaler, 'spec.metrics').map((metric, index) => metricText(metric, statuses[index]));
  return firstTexts(texts, 2, { absent: '<none>', separator: ', ' });
}

function metricText(metric: JsonObject, status: JsonObject | undefined): string {
  switch (metric.type) {
    case 'External':
      return valueText(metric.external, status?.external);
    case 'Object':
      return valueText(metric.object, status?.object);
    case 'Pods':
      return `${textAt(status?.pods, 'current.averageValue', '<unknown>')}/${textAt(metric.pods, 'target.averageValue')}`;
    case 'Resource':
      return resourceText(metric.resource, status?.resource);
    case 'ContainerResource':
      return resourceText(metric.containerResource, status?.containerResource);
    default:
      return '<unknown type>';
  }
}

function valueText(metric: JsonValue | undefined, status: JsonValue | undefined): string {
  const average = textAt(metric, 'target.averageValue');
  if (average !== '') return `${textAt(status, 'current.averageValue', '<unknown>')}/${average} (avg)`;
  const current = status === undefined ? '<unknown>' : textAt(status, 'current.value', '0');
  return `${current}/${textAt(metric, 'target.value', '0')}`;
}

function resourceText(metric: JsonValue | undefined, status: JsonValue | undefined): string {
  const name = textAt(metric, 'name');
  const average = textAt(metric, 'target.averageValue');
  if (average !== '') return `${name}: ${textAt(status, 'current.averageValue', '<unknown>')}/${average}`;
  const target = percent(at(metric, 'target.averageUtilization'), '<auto>');
  return `${name}: ${percent(at(status, 'current.averageUtilization'), '<unknown>')}/${target}`;
}

function percent(value: JsonValue | undefined, absent: string): string {
  return typeof value === 'number' ? `${value}%` : absent;
}
