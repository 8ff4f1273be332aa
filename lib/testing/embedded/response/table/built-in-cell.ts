// In: a built-in kind and the name of a column. Out: the column's cell, as `kubectl get` shows it. Called by the built-in kinds.

import type { JsonObject } from '../../../../api/index.ts';
import { annotationsOf, isDeleting } from '../../../../built-in/index.ts';
import { fieldsIn, isJsonList, listAt, objectsAt, scalarText, textAt, valueAt } from '../../../../schema/index.ts';
import { conditionOf } from '../../condition.ts';
import { labelsText, selectorText } from '../../selector/selector-text.ts';
import { ageText } from './age.ts';
import { bindingCells } from './binding-cell.ts';
import { ageCell, at, type CellFunction, type Cells, cellFunction, countAt, labelsCell } from './cell.ts';
import { eventCells, newEventCells } from './event-cell.ts';
import { completionsText, jobDuration, jobState } from './job-cell.ts';
import { metricsText } from './metric-cell.ts';
import {
  endpointSliceCells,
  endpointsText,
  ingressCells,
  parametersText,
  parentText,
  serviceCells,
} from './network-cell.ts';
import { nodeCells } from './node-cell.ts';
import { podCells } from './pod-cell.ts';
import { claimCells, volumeCells } from './volume-cell.ts';
import {
  cronJobCells,
  daemonSetCells,
  deploymentCells,
  replicaCells,
  revisionCells,
  statefulSetCells,
  templateCells,
} from './workload-cell.ts';

/** Returns the cell of a column of a kind. @param collection - such as `apps/deployments`. */
export function builtInCell(collection: string, column: string): CellFunction {
  const found = cells[collection]?.[column] ?? commonCells[column];
  if (found === undefined) throw new Error(`the tables of ${collection} have no column ${column}`);
  return cellFunction(found);
}

/** The cells that many kinds have. */
const commonCells: Cells = {
  Name: 'metadata.name',
  Age: ageCell('metadata.creationTimestamp'),
  'Created At': 'metadata.creationTimestamp',
  ...templateCells('spec.template', 'spec.selector'),
};

const policyCells: Cells = {
  Validations: countAt('spec.validations'),
  Mutations: countAt('spec.mutations'),
  ParamKind: (policy) =>
    at(policy, 'spec.paramKind') === undefined
      ? '<unset>'
      : `${textAt(policy, 'spec.paramKind.apiVersion')}/${textAt(policy, 'spec.paramKind.kind')}`,
  PolicyName: 'spec.policyName',
  ParamRef: (binding) => {
    const name = textAt(binding, 'spec.paramRef.name');
    return name === '' ? '<unset>' : `${textAt(binding, 'spec.paramRef.namespace', '*')}/${name}`;
  },
  Webhooks: countAt('webhooks'),
};

/** Collection → column → its cell. */
const cells: Readonly<Record<string, Cells>> = {
  '/componentstatuses': {
    Status: (object) => {
      const health = objectsAt(object, 'conditions').find(({ type }) => type === 'Healthy');
      return health === undefined ? 'Unknown' : health.status === 'True' ? 'Healthy' : 'Unhealthy';
    },
    Message: (object) => textAt(objectsAt(object, 'conditions')[0], 'message'),
    Error: (object) => textAt(objectsAt(object, 'conditions')[0], 'error'),
  },
  '/configmaps': { Data: countAt('data', 'binaryData') },
  '/endpoints': { Endpoints: endpointsText },
  '/events': eventCells,
  'events.k8s.io/events': newEventCells,
  '/namespaces': { Status: 'status.phase' },
  '/nodes': nodeCells,
  '/persistentvolumeclaims': claimCells,
  '/persistentvolumes': volumeCells,
  '/pods': podCells,
  '/podtemplates': {
    ...templateCells('template', ''),
    'Pod Labels': (object) => labelsText(at(object, 'template.metadata.labels')) || '<none>',
  },
  '/replicationcontrollers': { ...replicaCells, Selector: labelsCell('spec.selector') },
  '/resourcequotas': { Request: quotaText('requests'), Limit: quotaText('limits') },
  '/secrets': { Type: 'type', Data: countAt('data') },
  '/services': serviceCells,
  'admissionregistration.k8s.io/mutatingadmissionpolicies': policyCells,
  'admissionregistration.k8s.io/mutatingadmissionpolicybindings': policyCells,
  'admissionregistration.k8s.io/mutatingwebhookconfigurations': policyCells,
  'admissionregistration.k8s.io/validatingadmissionpolicies': policyCells,
  'admissionregistration.k8s.io/validatingadmissionpolicybindings': policyCells,
  'admissionregistration.k8s.io/validatingwebhookconfigurations': policyCells,
  'apiregistration.k8s.io/apiservices': {
    Service: (service) =>
      at(service, 'spec.service') === undefined
        ? 'Local'
        : `${textAt(service, 'spec.service.namespace')}/${textAt(service, 'spec.service.name')}`,
    Available: (service) => {
      const condition = conditionOf(service, 'Available');
      if (condition === undefined) return 'Unknown';
      return condition.status === 'True' ? 'True' : `${scalarText(condition.status)} (${scalarText(condition.reason)})`;
    },
  },
  'apps/controllerrevisions': revisionCells,
  'apps/daemonsets': daemonSetCells,
  'apps/deployments': deploymentCells,
  'apps/replicasets': replicaCells,
  'apps/statefulsets': statefulSetCells,
  'autoscaling/horizontalpodautoscalers': {
    Reference: (scaler) =>
      `${textAt(scaler, 'spec.scaleTargetRef.kind')}/${textAt(scaler, 'spec.scaleTargetRef.name')}`,
    Targets: metricsText,
    MinPods: (scaler) => textAt(scaler, 'spec.minReplicas', '<unset>'),
    MaxPods: ['spec.maxReplicas', 0],
    Replicas: ['status.currentReplicas', 0],
  },
  'batch/cronjobs': cronJobCells,
  'batch/jobs': { Status: jobState, Completions: completionsText, Duration: jobDuration },
  'certificates.k8s.io/certificatesigningrequests': {
    SignerName: ['spec.signerName', '<none>'],
    Requestor: 'spec.username',
    RequestedDuration: (request) => {
      const seconds = at(request, 'spec.expirationSeconds');
      return typeof seconds === 'number' ? span(seconds * 1000) : '<none>';
    },
    Condition: requestState,
  },
  'coordination.k8s.io/leases': { Holder: 'spec.holderIdentity' },
  'discovery.k8s.io/endpointslices': endpointSliceCells,
  'flowcontrol.apiserver.k8s.io/flowschemas': {
    PriorityLevel: 'spec.priorityLevelConfiguration.name',
    MatchingPrecedence: ['spec.matchingPrecedence', 0],
    DistinguisherMethod: ['spec.distinguisherMethod.type', '<none>'],
    MissingPL: (schema) => textAt(conditionOf(schema, 'Dangling'), 'status', '?'),
  },
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations': {
    Type: 'spec.type',
    NominalConcurrencyShares: ['spec.limited.nominalConcurrencyShares', '<none>'],
    Queues: ['spec.limited.limitResponse.queuing.queues', '<none>'],
    HandSize: ['spec.limited.limitResponse.queuing.handSize', '<none>'],
    QueueLengthLimit: ['spec.limited.limitResponse.queuing.queueLengthLimit', '<none>'],
  },
  'networking.k8s.io/ingressclasses': {
    Name: defaultName('ingressclass.kubernetes.io/is-default-class'),
    Controller: 'spec.controller',
    Parameters: parametersText,
  },
  'networking.k8s.io/ingresses': ingressCells,
  'networking.k8s.io/ipaddresses': { ParentRef: parentText },
  'networking.k8s.io/networkpolicies': {
    'Pod-Selector': (policy) => selectorText(at(policy, 'spec.podSelector')) || '<none>',
  },
  'networking.k8s.io/servicecidrs': { CIDRs: (range) => listAt(range, 'spec.cidrs').map(scalarText).join(',') },
  'node.k8s.io/runtimeclasses': { Handler: 'handler' },
  'policy/poddisruptionbudgets': {
    'Min Available': (budget) => textAt(budget, 'spec.minAvailable', 'N/A'),
    'Max Unavailable': (budget) => textAt(budget, 'spec.maxUnavailable', 'N/A'),
    'Allowed Disruptions': ['status.disruptionsAllowed', 0],
  },
  'rbac.authorization.k8s.io/clusterrolebindings': bindingCells,
  'rbac.authorization.k8s.io/rolebindings': bindingCells,
  'resource.k8s.io/resourceclaims': { State: claimState },
  'resource.k8s.io/resourceslices': { Node: 'spec.nodeName', Driver: 'spec.driver', Pool: 'spec.pool.name' },
  'scheduling.k8s.io/priorityclasses': {
    Value: ['value', 0],
    'Global-Default': ['globalDefault', false],
    PreemptionPolicy: 'preemptionPolicy',
  },
  'storage.k8s.io/csidrivers': {
    AttachRequired: ['spec.attachRequired', true],
    PodInfoOnMount: ['spec.podInfoOnMount', false],
    StorageCapacity: ['spec.storageCapacity', false],
    TokenRequests: (driver) =>
      at(driver, 'spec.tokenRequests') === undefined
        ? '<unset>'
        : objectsAt(driver, 'spec.tokenRequests')
            .map(({ audience }) => scalarText(audience))
            .join(','),
    RequiresRepublish: ['spec.requiresRepublish', false],
    Modes: (driver) => listAt(driver, 'spec.volumeLifecycleModes').map(scalarText).join(',') || '<none>',
  },
  'storage.k8s.io/csinodes': { Drivers: countAt('spec.drivers') },
  'storage.k8s.io/storageclasses': {
    Name: defaultName('storageclass.kubernetes.io/is-default-class'),
    Provisioner: 'provisioner',
    ReclaimPolicy: ['reclaimPolicy', 'Delete'],
    VolumeBindingMode: ['volumeBindingMode', 'Immediate'],
    AllowVolumeExpansion: ['allowVolumeExpansion', false],
  },
  'storage.k8s.io/volumeattachments': {
    Attacher: 'spec.attacher',
    PV: 'spec.source.persistentVolumeName',
    Node: 'spec.nodeName',
    Attached: ['status.attached', false],
  },
  'storage.k8s.io/volumeattributesclasses': { DriverName: 'driverName' },
};

function defaultName(name: string): CellFunction {
  return (object) => `${textAt(object, 'metadata.name')}${annotationsOf(object)[name] === 'true' ? ' (default)' : ''}`;
}

function quotaText(sort: 'limits' | 'requests'): CellFunction {
  return (quota) => {
    const hard = at(quota, 'status.hard');
    return Object.entries(fieldsIn(hard))
      .filter(([name]) => name.startsWith('limits.') === (sort === 'limits'))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, most]) => {
        const used = scalarText(valueAt(quota, ['status', 'used', name])) || '0';
        return `${name}: ${used}/${scalarText(most)}`;
      })
      .join(', ');
  };
}

/** Returns a length of time as ages are shown. */
function span(ms: number): string {
  return ageText(new Date(0).toISOString(), ms);
}

function requestState(request: JsonObject): string {
  const has = (type: string) => conditionOf(request, type) !== undefined;
  return [
    has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending',
    ...(has('Failed') ? ['Failed'] : []),
    ...(textAt(request, 'status.certificate') === '' ? [] : ['Issued']),
  ].join(',');
}

function claimState(claim: JsonObject): string {
  const isAllocated = at(claim, 'status.allocation') !== undefined;
  return [
    ...(isDeleting(claim) ? ['deleted'] : isAllocated ? [] : ['pending']),
    ...(isAllocated ? ['allocated'] : []),
    ...(isAllocated && isJsonList(at(claim, 'status.reservedFor')) ? ['reserved'] : []),
  ].join(',');
}
