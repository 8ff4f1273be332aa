// In: a built-in kind and the name of a column. Out: the column's cell, as `kubectl get` shows it. Called by the built-in kinds.

import { groupVersionKind, type JsonObject, type JsonValue } from '../../../../api/index.ts';
import { annotationsOf, isDeleting } from '../../../../built-in/index.ts';
import { fieldsIn, isJsonList, listAt, objectsAt, scalarText, textAt, valueAt } from '../../../../schema/index.ts';
import { conditionOf, isConditionTrue } from '../../condition.ts';
import { labelsText, selectorText } from '../../selector/selector-text.ts';
import { groupResource } from '../../status-error.ts';
import { ageText } from './age.ts';
import { ageCell, at, type CellFunction, type Cells, cellFunction, countAt, firstTexts } from './cell.ts';
import { eventCells, newEventCells } from './event-cell.ts';
import { completionsText, jobDuration, jobState } from './job-cell.ts';
import { metricsText } from './metric-cell.ts';
import {
  balancerAddresses,
  endpointsText,
  externalAddress,
  hostsText,
  parametersText,
  parentText,
  portText,
} from './network-cell.ts';
import { nodeAddress, nodeRoles } from './node-cell.ts';
import { podCells } from './pod-cell.ts';
import { accessModes, isBound, volumeCells } from './volume-cell.ts';

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

function templateCells(template: string, selector: string): Cells {
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

const replicaCells: Cells = {
  Desired: ['spec.replicas', 0],
  Current: ['status.replicas', 0],
  Ready: ['status.readyReplicas', 0],
};

const readyCell: CellFunction = (object) =>
  `${textAt(object, 'status.readyReplicas', '0')}/${textAt(object, 'spec.replicas', '0')}`;

const bindingCells: Cells = {
  Role: (binding) => `${textAt(binding, 'roleRef.kind')}/${textAt(binding, 'roleRef.name')}`,
  Users: subjects('User'),
  Groups: subjects('Group'),
  ServiceAccounts: subjects('ServiceAccount'),
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
  '/nodes': {
    Status: (node) =>
      [
        conditionOf(node, 'Ready') === undefined ? 'Unknown' : isConditionTrue(node, 'Ready') ? 'Ready' : 'NotReady',
        ...(at(node, 'spec.unschedulable') === true ? ['SchedulingDisabled'] : []),
      ].join(','),
    Roles: (node) => nodeRoles(node).join(',') || '<none>',
    Version: 'status.nodeInfo.kubeletVersion',
    'Internal-IP': nodeAddress('InternalIP'),
    'External-IP': nodeAddress('ExternalIP'),
    'OS-Image': (node) => textAt(node, 'status.nodeInfo.osImage', '<unknown>'),
    'Kernel-Version': (node) => {
      const architecture = textAt(node, 'status.nodeInfo.architecture');
      const kernel = textAt(node, 'status.nodeInfo.kernelVersion', '<unknown>');
      return architecture === '' ? kernel : `${kernel} (${architecture})`;
    },
    'Container-Runtime': (node) => textAt(node, 'status.nodeInfo.containerRuntimeVersion', '<unknown>'),
  },
  '/persistentvolumeclaims': {
    ...volumeCells,
    Volume: 'spec.volumeName',
    Capacity: (claim) => (isBound(claim) ? textAt(claim, 'status.capacity.storage', '0') : ''),
    'Access Modes': (claim, nowMs) => (isBound(claim) ? accessModes('status.accessModes')(claim, nowMs) : ''),
  },
  '/persistentvolumes': {
    ...volumeCells,
    Capacity: ['spec.capacity.storage', '0'],
    'Reclaim Policy': 'spec.persistentVolumeReclaimPolicy',
    Claim: (volume) =>
      at(volume, 'spec.claimRef') === undefined
        ? ''
        : `${textAt(volume, 'spec.claimRef.namespace')}/${textAt(volume, 'spec.claimRef.name')}`,
    Reason: 'status.reason',
  },
  '/pods': podCells,
  '/podtemplates': {
    ...templateCells('template', ''),
    'Pod Labels': (object) => labelsText(at(object, 'template.metadata.labels')) || '<none>',
  },
  '/replicationcontrollers': { ...replicaCells, Selector: labelsCell('spec.selector') },
  '/resourcequotas': { Request: quotaText('requests'), Limit: quotaText('limits') },
  '/secrets': { Type: 'type', Data: countAt('data') },
  '/services': {
    Type: 'spec.type',
    'Cluster-IP': (service) => scalarText(listAt(service, 'spec.clusterIPs')[0]) || '<none>',
    'External-IP': externalAddress,
    'Port(s)': (service) => objectsAt(service, 'spec.ports').map(portText).join(',') || '<none>',
    Selector: labelsCell('spec.selector'),
  },
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
  'apps/controllerrevisions': { Controller: controllerText, Revision: ['revision', 0] },
  'apps/daemonsets': {
    Desired: ['status.desiredNumberScheduled', 0],
    Current: ['status.currentNumberScheduled', 0],
    Ready: ['status.numberReady', 0],
    'Up-to-date': ['status.updatedNumberScheduled', 0],
    Available: ['status.numberAvailable', 0],
    'Node Selector': labelsCell('spec.template.spec.nodeSelector'),
  },
  'apps/deployments': {
    Ready: readyCell,
    'Up-to-date': ['status.updatedReplicas', 0],
    Available: ['status.availableReplicas', 0],
    Selector: (object) => selectorText(at(object, 'spec.selector')),
  },
  'apps/replicasets': replicaCells,
  'apps/statefulsets': { Ready: readyCell },
  'autoscaling/horizontalpodautoscalers': {
    Reference: (scaler) =>
      `${textAt(scaler, 'spec.scaleTargetRef.kind')}/${textAt(scaler, 'spec.scaleTargetRef.name')}`,
    Targets: metricsText,
    MinPods: (scaler) => textAt(scaler, 'spec.minReplicas', '<unset>'),
    MaxPods: ['spec.maxReplicas', 0],
    Replicas: ['status.currentReplicas', 0],
  },
  'batch/cronjobs': {
    ...templateCells('spec.jobTemplate.spec.template', 'spec.jobTemplate.spec.selector'),
    Schedule: 'spec.schedule',
    Timezone: ['spec.timeZone', '<none>'],
    Suspend: (job) => goFlag(at(job, 'spec.suspend')),
    Active: countAt('status.active'),
    'Last Schedule': (job, nowMs) =>
      at(job, 'status.lastScheduleTime') === undefined ? '<none>' : ageCell('status.lastScheduleTime')(job, nowMs),
  },
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
  'discovery.k8s.io/endpointslices': {
    AddressType: 'addressType',
    Ports: (slice) =>
      firstTexts(
        objectsAt(slice, 'ports').map((port) => textAt(port, 'port', textAt(port, 'name', '*'))),
        3,
        { absent: '<unset>' },
      ),
    Endpoints: (slice) => {
      const addresses = objectsAt(slice, 'endpoints').flatMap((endpoint) => listAt(endpoint, 'addresses'));
      return firstTexts(addresses.map(scalarText), 3, { absent: '<unset>' });
    },
  },
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
  'networking.k8s.io/ingresses': {
    Class: ['spec.ingressClassName', '<none>'],
    Hosts: hostsText,
    Address: (ingress) => balancerAddresses(ingress).join(','),
    Ports: (ingress) => (listAt(ingress, 'spec.tls').length === 0 ? '80' : '80, 443'),
  },
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

function labelsCell(path: string): CellFunction {
  return (object) => labelsText(at(object, path)) || '<none>';
}

function defaultName(name: string): CellFunction {
  return (object) => `${textAt(object, 'metadata.name')}${annotationsOf(object)[name] === 'true' ? ' (default)' : ''}`;
}

function subjects(kind: string): CellFunction {
  return (binding) =>
    objectsAt(binding, 'subjects')
      .filter((subject) => subject.kind === kind)
      .map((subject) => [textAt(subject, 'namespace'), textAt(subject, 'name')].filter(Boolean).join('/'))
      .join(', ');
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

function controllerText(revision: JsonObject): string {
  const owner = objectsAt(revision, 'metadata.ownerReferences').find(({ controller }) => controller === true);
  if (owner === undefined) return '<none>';
  const { group, kind } = groupVersionKind({ apiVersion: scalarText(owner.apiVersion), kind: scalarText(owner.kind) });
  return `${groupResource({ group, plural: kind }).toLowerCase()}/${scalarText(owner.name)}`;
}

function goFlag(value: JsonValue | undefined): string {
  return value === undefined ? '<unset>' : value === true ? 'True' : 'False';
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
