// In: an object of a kind that is stored in another version. Out: the object in that version, and back. Called by the strategies of
// built-in kinds.

import type { JsonObject } from '../../../api/index.ts';
import { withFields } from '../../../schema/index.ts';
import { bareAutoscaler, newAutoscaler, oldAutoscaler } from './autoscaler-version.ts';

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

/** Version and plural → the stored version. */
export const storedVersions: Readonly<Record<string, StoredVersion>> = {
  'autoscaling/v1 horizontalpodautoscalers': {
    apiVersion: 'autoscaling/v2',
    toStored: newAutoscaler,
    fromStored: oldAutoscaler,
  },
  // Not even the stored version has annotations of the conversion.
  'autoscaling/v2 horizontalpodautoscalers': {
    apiVersion: 'autoscaling/v2',
    toStored: bareAutoscaler,
    fromStored: (object) => object,
  },
  'v1 events': { apiVersion: 'v1', toStored: (object) => object, fromStored: (object) => object },
  'events.k8s.io/v1 events': events,
};
