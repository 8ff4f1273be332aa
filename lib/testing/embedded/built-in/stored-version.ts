// In: an object of a kind that is stored in another version. Out: the object in that version, and back. Called by the strategies of
// built-in kinds.

import type { JsonObject, JsonValue } from '../../../api/index.ts';
import { annotationsOf, withMetadata } from '../../../built-in/index.ts';
import { fieldAt, fieldsIn, listOf, withFields } from '../../../schema/index.ts';
import { parsedJson } from '../json-text.ts';
import { notImplemented } from '../status-error.ts';

/** A version of a kind that isn't the stored one. */
export interface StoredVersion {
  /** The stored version. */
  readonly apiVersion: string;
  readonly toStored: (object: JsonObject) => JsonObject;
  readonly fromStored: (object: JsonObject) => JsonObject;
}

/** Field of an Event in events.k8s.io/v1 → field in v1. */
const eventFields: Readonly<Record<string, string>> = {
  reportingController: 'reportingComponent',
  regarding: 'involvedObject',
  note: 'message',
  deprecatedSource: 'source',
  deprecatedFirstTimestamp: 'firstTimestamp',
  deprecatedLastTimestamp: 'lastTimestamp',
  deprecatedCount: 'count',
};

function renamed(object: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [names[name] ?? name, value]));
}

const oldEventFields = Object.fromEntries(Object.entries(eventFields).map(([name, old]) => [old, name]));

const events: StoredVersion = {
  apiVersion: 'v1',
  toStored: (event) => ({ reportingComponent: '', reportingInstance: '', ...renamed(event, eventFields) }),
  fromStored: (event) => {
    const { reportingController, reportingInstance, ...fields } = renamed(event, oldEventFields);
    return withFields(fields, {
      reportingController: reportingController === '' ? undefined : reportingController,
      reportingInstance: reportingInstance === '' ? undefined : reportingInstance,
    });
  },
};

const conditionsAnnotation = 'autoscaling.alpha.kubernetes.io/conditions';

function isCpu(metric: JsonValue): boolean {
  return fieldAt(metric, 'resource.name') === 'cpu';
}

const autoscalers: StoredVersion = {
  apiVersion: 'autoscaling/v2',
  toStored: (object) => {
    const { spec, status } = object;
    const { [conditionsAnnotation]: conditions, ...annotations } = annotationsOf(object);
    const { targetCPUUtilizationPercentage: percentage, ...fields } = fieldsIn(spec);
    const { currentCPUUtilizationPercentage: current, ...observed } = fieldsIn(status);
    const cpu = (field: string, value: JsonObject): JsonValue => [
      { type: 'Resource', resource: { name: 'cpu', [field]: value } },
    ];
    return {
      ...withMetadata(object, { annotations: Object.keys(annotations).length === 0 ? undefined : annotations }),
      spec: withFields(fields, {
        metrics:
          percentage === undefined ? undefined : cpu('target', { type: 'Utilization', averageUtilization: percentage }),
      }),
      status: withFields(observed, {
        currentReplicas: observed.currentReplicas === 0 ? undefined : observed.currentReplicas,
        desiredReplicas: observed.desiredReplicas ?? 0,
        currentMetrics:
          current === undefined ? null : cpu('current', { averageUtilization: current, averageValue: '0' }),
        conditions: conditions === undefined ? undefined : parsedJson(conditions),
      }),
    };
  },
  fromStored: (object) => {
    const { spec, status } = object;
    const { metrics, behavior, ...fields } = fieldsIn(spec);
    const { currentMetrics, conditions, ...observed } = fieldsIn(status);
    const list = listOf(metrics);
    const percentage = list.map((metric) => fieldAt(metric, 'resource.target.averageUtilization'))[0];
    if (behavior !== undefined || list.length > 1 || !list.every(isCpu)) {
      throw notImplemented('shows no metrics but the utilization of CPU in autoscaling/v1: read autoscaling/v2');
    }
    const current = listOf(currentMetrics).find(isCpu);
    const annotations = {
      ...annotationsOf(object),
      ...(conditions !== undefined && { [conditionsAnnotation]: JSON.stringify(conditions) }),
    };
    return {
      ...withMetadata(object, { annotations: Object.keys(annotations).length === 0 ? undefined : annotations }),
      spec: withFields(fields, { targetCPUUtilizationPercentage: percentage }),
      status: withFields(observed, {
        currentReplicas: observed.currentReplicas ?? 0,
        currentCPUUtilizationPercentage: fieldAt(current, 'resource.current.averageUtilization'),
      }),
    };
  },
};

/** Version and plural → the stored version. */
export const storedVersions: Readonly<Record<string, StoredVersion>> = {
  'autoscaling/v1 horizontalpodautoscalers': autoscalers,
  'events.k8s.io/v1 events': events,
};
