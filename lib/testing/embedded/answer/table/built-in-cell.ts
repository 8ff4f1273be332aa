// In: a built-in kind and the name of a column. Out: the column's cell, as `kubectl get` shows it. Called by the built-in kinds.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../../api/index.ts';
import { isJsonList } from '../../../../schema/index.ts';
import { conditionOf, isConditionTrue } from '../../condition.ts';
import { objectsAt, scalarText, textAt, valueAt } from '../../field.ts';
import { labelsOf } from '../../object.ts';
import { labelsText, selectorText } from '../../selector/selector-text.ts';
import { groupResource } from '../../status-error.ts';
import { ageText, timeText } from './age.ts';
import { ageCell, at, type Cell, type CellFunction, cellFunction, countAt, firstTexts, listAt } from './cell.ts';
import { metricsText } from './metric-cell.ts';
import { podCells } from './pod-cell.ts';

type Cells = Readonly<Record<string, Cell>>;

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

const volumeCells: Cells = {
  'Access Modes': accessModes('spec.accessModes'),
  Status: (object) => (isDeleting(object) ? 'Terminating' : textAt(object, 'status.phase')),
  StorageClass: (object) => beta(object, 'storage-class') ?? textAt(object, 'spec.storageClassName'),
  VolumeAttributesClass: ['spec.volumeAttributesClassName', '<unset>'],
  VolumeMode: ['spec.volumeMode', '<unset>'],
};

const eventCells = eventCellsOf({
  object: 'involvedObject',
  message: 'message',
  controller: 'reportingComponent',
  source: 'source',
  count: 'count',
  first: 'firstTimestamp',
  last: 'lastTimestamp',
});

const newEventCells = eventCellsOf({
  object: 'regarding',
  message: 'note',
  controller: 'reportingController',
  source: 'deprecatedSource',
  count: 'deprecatedCount',
  first: 'deprecatedFirstTimestamp',
  last: 'deprecatedLastTimestamp',
});

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
  '/resourcequotas': { Request: quotaText(false), Limit: quotaText(true) },
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

function isDeleting(object: JsonObject): boolean {
  return textAt(object, 'metadata.deletionTimestamp') !== '';
}

function isBound(claim: JsonObject): boolean {
  return textAt(claim, 'spec.volumeName') !== '';
}

function annotation(object: JsonObject, name: string): string | undefined {
  const value = valueAt(object, ['metadata', 'annotations', name]);
  return typeof value === 'string' ? value : undefined;
}

function beta(object: JsonObject, name: string): string | undefined {
  return annotation(object, `volume.beta.kubernetes.io/${name}`);
}

function defaultName(name: string): CellFunction {
  return (object) => `${textAt(object, 'metadata.name')}${annotation(object, name) === 'true' ? ' (default)' : ''}`;
}

const shortModes = new Map([
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
]);

function accessModes(path: string): CellFunction {
  return (object) => {
    const modes = new Set(listAt(object, path));
    return [...shortModes].flatMap(([mode, short]) => (modes.has(mode) ? [short] : [])).join(',');
  };
}

function subjects(kind: string): CellFunction {
  return (binding) =>
    objectsAt(binding, 'subjects')
      .filter((subject) => subject.kind === kind)
      .map((subject) => [textAt(subject, 'namespace'), textAt(subject, 'name')].filter(Boolean).join('/'))
      .join(', ');
}

/** The fields of an Event, which its two versions name differently. */
interface EventFields {
  readonly object: string;
  readonly message: string;
  readonly controller: string;
  readonly source: string;
  readonly count: string;
  readonly first: string;
  readonly last: string;
}

function eventCellsOf({ object, message, controller, source, count, first, last }: EventFields): Cells {
  const firstSeen = (event: JsonObject, nowMs: number) =>
    timeText(textAt(event, first, textAt(event, 'eventTime')), nowMs);
  return {
    'Last Seen': (event, nowMs) => {
      const lastTime = textAt(event, 'series.lastObservedTime', textAt(event, last));
      return lastTime === '' ? firstSeen(event, nowMs) : timeText(lastTime, nowMs);
    },
    Type: 'type',
    Reason: 'reason',
    Object: (event) => {
      const name = textAt(event, `${object}.name`);
      const kind = textAt(event, `${object}.kind`).toLowerCase();
      return name === '' ? kind : `${kind}/${name}`;
    },
    Subobject: `${object}.fieldPath`,
    Source: (event) => {
      const component = textAt(event, `${source}.component`, textAt(event, controller));
      const instance = textAt(event, `${source}.host`, textAt(event, 'reportingInstance'));
      return instance === '' ? component : `${component}, ${instance}`;
    },
    Message: (event) => textAt(event, message).trim(),
    'First Seen': firstSeen,
    Count: (event) => at(event, 'series.count') ?? (at(event, count) === 0 ? 1 : (at(event, count) ?? 1)),
  };
}

function nodeRoles(node: JsonObject): string[] {
  const prefix = 'node-role.kubernetes.io/';
  const roles = Object.entries(labelsOf(node)).map(([label, value]) =>
    label === 'kubernetes.io/role' ? value : label.startsWith(prefix) ? label.slice(prefix.length) : '',
  );
  return [...new Set(roles.filter((role) => role !== ''))].sort();
}

function nodeAddress(type: string): CellFunction {
  return (node) =>
    textAt(
      objectsAt(node, 'status.addresses').find((address) => address.type === type),
      'address',
      '<none>',
    );
}

function endpointsText(endpoints: JsonObject): string {
  const addresses = objectsAt(endpoints, 'subsets').flatMap((subset) => {
    const ips = objectsAt(subset, 'addresses').map(({ ip }) => scalarText(ip));
    const ports = objectsAt(subset, 'ports').map(({ port }) => scalarText(port));
    if (ports.length === 0) return ips;
    return ports.flatMap((port) => ips.map((ip) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)));
  });
  return listAt(endpoints, 'subsets').length === 0 ? '<none>' : firstTexts(addresses, 3);
}

function quotaText(isLimit: boolean): CellFunction {
  return (quota) => {
    const hard = at(quota, 'status.hard');
    return Object.entries(isJsonObject(hard) ? hard : {})
      .filter(([name]) => name.startsWith('limits.') === isLimit)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, most]) => {
        const used = scalarText(valueAt(quota, ['status', 'used', name])) || '0';
        return `${name}: ${used}/${scalarText(most)}`;
      })
      .join(', ');
  };
}

function portText(port: JsonObject): string {
  const node = at(port, 'nodePort');
  const ports = typeof node === 'number' && node > 0 ? `${textAt(port, 'port')}:${node}` : textAt(port, 'port');
  return `${ports}/${textAt(port, 'protocol')}`;
}

function balancerAddresses(object: JsonObject): string[] {
  const entries = objectsAt(object, 'status.loadBalancer.ingress');
  const addresses = entries.map((entry) => textAt(entry, 'ip', textAt(entry, 'hostname')));
  return [...new Set(addresses.filter((address) => address !== ''))].sort();
}

function externalAddress(service: JsonObject): string {
  const external = listAt(service, 'spec.externalIPs').map(scalarText);
  switch (at(service, 'spec.type')) {
    case 'ClusterIP':
    case 'NodePort':
      return external.join(',') || '<none>';
    case 'LoadBalancer':
      return [...balancerAddresses(service), ...external].join(',') || '<pending>';
    case 'ExternalName':
      return textAt(service, 'spec.externalName');
    default:
      return '<unknown>';
  }
}

function controllerText(revision: JsonObject): string {
  const owner = objectsAt(revision, 'metadata.ownerReferences').find(({ controller }) => controller === true);
  if (owner === undefined) return '<none>';
  const apiVersion = scalarText(owner.apiVersion);
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return `${groupResource({ group, plural: scalarText(owner.kind) }).toLowerCase()}/${scalarText(owner.name)}`;
}

function goFlag(value: JsonValue | undefined): string {
  return value === undefined ? '<unset>' : value === true ? 'True' : 'False';
}

function jobState(job: JsonObject): string {
  const has = (type: string) => isConditionTrue(job, type);
  if (has('Complete')) return 'Complete';
  if (has('Failed')) return 'Failed';
  if (isDeleting(job)) return 'Terminating';
  return ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find(has) ?? 'Running';
}

function completionsText(job: JsonObject): string {
  const succeeded = textAt(job, 'status.succeeded', '0');
  const completions = at(job, 'spec.completions');
  if (completions !== undefined) return `${succeeded}/${scalarText(completions)}`;
  const parallelism = at(job, 'spec.parallelism');
  return typeof parallelism === 'number' && parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function jobDuration(job: JsonObject, nowMs: number): string {
  const start = textAt(job, 'status.startTime');
  if (start === '') return '';
  const end = textAt(job, 'status.completionTime');
  return ageText(start, end === '' ? nowMs : Date.parse(end));
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

function parametersText(ingressClass: JsonObject): string {
  const parameters = at(ingressClass, 'spec.parameters');
  if (parameters === undefined) return '<none>';
  const plural = textAt(parameters, 'kind');
  return `${groupResource({ group: textAt(parameters, 'apiGroup'), plural })}/${textAt(parameters, 'name')}`;
}

function hostsText(ingress: JsonObject): string {
  const rules = objectsAt(ingress, 'spec.rules').map((rule) => textAt(rule, 'host'));
  const hosts = [...rules.entries()].filter(([, host]) => host !== '');
  const shown = hosts.slice(0, 3).map(([, host]) => host);
  const [third] = hosts[2] ?? [rules.length];
  // The API server counts all rules here, also those without a host.
  if (third < rules.length - 1) return `${shown.join(',')} + ${rules.length - 3} more...`;
  return shown.join(',') || '*';
}

function parentText(address: JsonObject): string {
  const parent = at(address, 'spec.parentRef');
  if (parent === undefined) return '<none>';
  const resource = groupResource({ group: textAt(parent, 'group'), plural: textAt(parent, 'resource') });
  return [resource.toLowerCase(), textAt(parent, 'namespace'), textAt(parent, 'name')].filter(Boolean).join('/');
}

function claimState(claim: JsonObject): string {
  const isAllocated = at(claim, 'status.allocation') !== undefined;
  return [
    ...(isDeleting(claim) ? ['deleted'] : isAllocated ? [] : ['pending']),
    ...(isAllocated ? ['allocated'] : []),
    ...(isAllocated && isJsonList(at(claim, 'status.reservedFor')) ? ['reserved'] : []),
  ].join(',');
}
