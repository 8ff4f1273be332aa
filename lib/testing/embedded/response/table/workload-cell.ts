// In: a Deployment, StatefulSet, DaemonSet, CronJob or another object with a pod template. Out: the cells of its row. Called by the
// tables of built-in kinds.

import { groupVersionKind, type JsonObject, type JsonValue } from '../../../../api/index.ts';
import { objectsAt, scalarText, textAt } from '../../../../schema/index.ts';
import { selectorText } from '../../selector/selector-text.ts';
import { groupResource } from '../../status-error.ts';
import { ageCell, at, type CellFunction, type Cells, countAt, labelsCell } from './cell.ts';

/** Returns the cells of a pod template and its selector. @param template - its path, as `selector`. */
export function templateCells(template: string, selector: string): Cells {
  const names = (field: string) => (object: JsonObject) =>
    objectsAt(object, `${template}.spec.containers`)
      .map((container) => scalarText(container[field]))
      .join(',');
  return {
    Containers: names('name'),
    Images: names('image'),
    Selector: (object) => selectorText(at(object, selector)) || '<none>',
  };
}

/** The cells that count the pods of a ReplicaSet or a ReplicationController. */
export const replicaCells: Cells = {
  Desired: ['spec.replicas', 0],
  Current: ['status.replicas', 0],
  Ready: ['status.readyReplicas', 0],
};

const readyCell: CellFunction = (object) =>
  `${textAt(object, 'status.readyReplicas', '0')}/${textAt(object, 'spec.replicas', '0')}`;

/** The cells of a DaemonSet. */
export const daemonSetCells: Cells = {
  Desired: ['status.desiredNumberScheduled', 0],
  Current: ['status.currentNumberScheduled', 0],
  Ready: ['status.numberReady', 0],
  'Up-to-date': ['status.updatedNumberScheduled', 0],
  Available: ['status.numberAvailable', 0],
  'Node Selector': labelsCell('spec.template.spec.nodeSelector'),
};

/** The cells of a Deployment. */
export const deploymentCells: Cells = {
  Ready: readyCell,
  'Up-to-date': ['status.updatedReplicas', 0],
  Available: ['status.availableReplicas', 0],
  Selector: (object) => selectorText(at(object, 'spec.selector')),
};

/** The cells of a StatefulSet. */
export const statefulSetCells: Cells = { Ready: readyCell };

/** The cells of a CronJob. */
export const cronJobCells: Cells = {
  ...templateCells('spec.jobTemplate.spec.template', 'spec.jobTemplate.spec.selector'),
  Schedule: 'spec.schedule',
  Timezone: ['spec.timeZone', '<none>'],
  Suspend: (job) => goFlag(at(job, 'spec.suspend')),
  Active: countAt('status.active'),
  'Last Schedule': (job, nowMs) =>
    at(job, 'status.lastScheduleTime') === undefined ? '<none>' : ageCell('status.lastScheduleTime')(job, nowMs),
};

/** The cells of a ControllerRevision. */
export const revisionCells: Cells = { Controller: controllerText, Revision: ['revision', 0] };

function controllerText(revision: JsonObject): string {
  const owner = objectsAt(revision, 'metadata.ownerReferences').find(({ controller }) => controller === true);
  if (owner === undefined) return '<none>';
  const { group, kind } = groupVersionKind({ apiVersion: scalarText(owner.apiVersion), kind: scalarText(owner.kind) });
  return `${groupResource({ group, plural: kind }).toLowerCase()}/${scalarText(owner.name)}`;
}

function goFlag(value: JsonValue | undefined): string {
  return value === undefined ? '<unset>' : value === true ? 'True' : 'False';
}
