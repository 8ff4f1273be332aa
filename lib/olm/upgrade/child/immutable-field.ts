import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, ownField } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';
import type { Kept } from '../release-pair.ts';
import { meantClaimTemplates } from './claim-template.ts';
import { secretData } from './secret-data.ts';

/** The immutable fields of a kind. */
interface Immutability {
  /** Dotted paths of immutable fields. */
  readonly fields?: readonly string[];
  /** Fields of the spec that are mutable; all others are immutable. */
  readonly specBut?: readonly string[];
  /** Fields that can be set once, if they were absent. */
  readonly settable?: readonly string[];
  /** Fields that keep their value if they become absent. */
  readonly kept?: readonly string[];
  /** Defaults of absent fields: setting a field to its default is not a change. */
  readonly defaults?: Readonly<Record<string, unknown>>;
}

/**
 * `Kind.group` → the immutable fields, for the kinds that operators create and bundles contain.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/master/pkg/apis/apps/validation/validation.go and its like for
 *   other groups
 */
const immutability: Readonly<Record<string, Immutability>> = {
  'DaemonSet.apps': { fields: ['spec.selector'] },
  'Deployment.apps': { fields: ['spec.selector'] },
  'ReplicaSet.apps': { fields: ['spec.selector'] },
  'StatefulSet.apps': {
    specBut: [
      'minReadySeconds',
      'ordinals',
      'persistentVolumeClaimRetentionPolicy',
      'replicas',
      'revisionHistoryLimit',
      'template',
      'updateStrategy',
    ],
    defaults: { 'spec.podManagementPolicy': 'OrderedReady', 'spec.serviceName': '' },
  },
  'Job.batch': {
    fields: [
      'spec.backoffLimitPerIndex',
      'spec.completionMode',
      'spec.completions',
      'spec.managedBy',
      'spec.podFailurePolicy',
      'spec.selector',
      'spec.successPolicy',
      'spec.template',
    ],
    defaults: { 'spec.completionMode': 'NonIndexed', 'spec.completions': 1 },
  },
  PersistentVolumeClaim: {
    specBut: ['resources', 'volumeAttributesClassName'],
    settable: ['spec.storageClassName', 'spec.volumeName'],
    defaults: { 'spec.volumeMode': 'Filesystem' },
  },
  Pod: {
    specBut: ['activeDeadlineSeconds', 'containers', 'initContainers', 'terminationGracePeriodSeconds', 'tolerations'],
  },
  Secret: { fields: ['type'], defaults: { type: 'Opaque' } },
  Service: { fields: ['spec.clusterIP', 'spec.clusterIPs'], kept: ['spec.clusterIP', 'spec.clusterIPs'] },
  'ClusterRoleBinding.rbac.authorization.k8s.io': { fields: ['roleRef'] },
  'RoleBinding.rbac.authorization.k8s.io': { fields: ['roleRef'] },
  'CSIDriver.storage.k8s.io': { fields: ['spec.attachRequired', 'spec.volumeLifecycleModes'] },
  'EndpointSlice.discovery.k8s.io': { fields: ['addressType'] },
  'IngressClass.networking.k8s.io': { fields: ['spec.controller'] },
  'PriorityClass.scheduling.k8s.io': {
    fields: ['value', 'preemptionPolicy'],
    defaults: { preemptionPolicy: 'PreemptLowerPriority' },
  },
  'RuntimeClass.node.k8s.io': { fields: ['handler'] },
  'StorageClass.storage.k8s.io': {
    fields: ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'],
    defaults: { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' },
  },
};

/**
 * Returns the immutable fields of an object that differ.
 *
 * @param groupKind - such as `StatefulSet.apps`. Kinds without such rules have none.
 */
export function immutableChanges(groupKind: string, { before, after }: Kept): readonly Kept[] {
  const { fields = [], specBut, settable = [], kept = [], defaults = {} } = ownField(immutability, groupKind) ?? {};
  const frozen = before.at('immutable').value === true ? ['data', 'binaryData', 'stringData', 'immutable'] : [];
  const others = specBut === undefined ? [] : specFields({ before, after }).filter((name) => !specBut.includes(name));
  const meant = (child: Place, path: string) => {
    const { value } = child.at(...path.split('.'));
    if (path === 'spec.volumeClaimTemplates') return meantClaimTemplates(value);
    if (path === 'roleRef' && isJsonObject(value)) {
      return isSaid(child.at('roleRef', 'apiGroup')) ? value : { ...value, apiGroup: rbac };
    }
    if (groupKind === 'Secret' && (path === 'data' || path === 'stringData')) return secretData(child);
    return value ?? defaults[path];
  };
  return [...fields, ...frozen, ...others.map((name) => `spec.${name}`)]
    .filter((path) => !isDeepStrictEqual(meant(before, path), meant(after, path)))
    .filter((path) => !settable.includes(path) || meant(before, path) !== undefined)
    .filter((path) => !kept.includes(path) || isSaid(after.at(...path.split('.'))))
    .map((path) => path.split('.'))
    .map((names) => ({ before: before.at(...names), after: after.at(...names) }))
    .filter((field) => !isDeepStrictEqual(field.before.value, field.after.value));
}

const rbac = 'rbac.authorization.k8s.io';

/** API servers set defaults for empty fields as for absent ones. */
function isSaid({ isAbsent, text, value }: Place): boolean {
  return !isAbsent && text !== '' && !(Array.isArray(value) && value.length === 0);
}

function specFields({ before, after }: Kept): readonly string[] {
  return [...new Set([before, after].flatMap((child) => child.at('spec').fields.map(([name]) => name)))];
}
