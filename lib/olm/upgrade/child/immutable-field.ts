import { isDeepStrictEqual } from 'node:util';
import { fieldsIn, isJsonObject, ownField, quantityBillionths } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';
import type { Kept } from '../release-pair.ts';

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
  const others =
    specBut === undefined ? [] : specFieldPaths({ before, after }).filter((name) => !specBut.includes(name));
  const meant = (child: Place, path: string) => {
    const { value } = child.at(...path.split('.'));
    if (path === 'spec.volumeClaimTemplates') return meantClaimTemplates(value);
    if (path === 'roleRef' && isJsonObject(value)) {
      return isFieldSet(child.at('roleRef', 'apiGroup')) ? value : { ...value, apiGroup: rbac };
    }
    if (groupKind === 'Secret' && (path === 'data' || path === 'stringData')) return secretDataInBase64(child);
    return value ?? defaults[path];
  };
  return [...fields, ...frozen, ...others.map((name) => `spec.${name}`)]
    .filter((path) => !isDeepStrictEqual(meant(before, path), meant(after, path)))
    .filter((path) => !settable.includes(path) || meant(before, path) !== undefined)
    .filter((path) => !kept.includes(path) || isFieldSet(after.at(...path.split('.'))))
    .map((path) => path.split('.'))
    .map((names) => ({ before: before.at(...names), after: after.at(...names) }))
    .filter((field) => !isDeepStrictEqual(field.before.value, field.after.value));
}

const rbac = 'rbac.authorization.k8s.io';

/** API servers set defaults for empty fields as for absent ones. */
function isFieldSet({ isAbsent, text, value }: Place): boolean {
  return !isAbsent && text !== '' && !(Array.isArray(value) && value.length === 0);
}

function specFieldPaths({ before, after }: Kept): readonly string[] {
  return [...new Set([before, after].flatMap((child) => child.at('spec').fields.map(([name]) => name)))];
}

/**
 * Normalizes a StatefulSet's claim templates for comparison, as the API server does: adds defaults, parses quantities,
 * and removes empty values.
 */
function meantClaimTemplates(templates: unknown): unknown {
  return Array.isArray(templates) ? templates.map(meantClaimTemplate) : [];
}

function meantClaimTemplate(template: unknown): unknown {
  if (!isJsonObject(template)) return template;
  // The API server sets apiVersion and kind of a template itself, and ignores its status.
  const { apiVersion: _version, kind: _kind, status: _status, spec, ...rest } = template;
  const { resources, ...wanted } = fieldsIn(spec);
  return withoutEmptyValues({
    ...rest,
    spec: { volumeMode: 'Filesystem', ...wanted, resources: meantClaimResources(resources) },
  });
}

function meantClaimResources(resources: unknown): unknown {
  if (!isJsonObject(resources)) return undefined;
  return Object.fromEntries(Object.entries(resources).map(([name, amounts]) => [name, meantResourceAmounts(amounts)]));
}

function meantResourceAmounts(amounts: unknown): unknown {
  if (!isJsonObject(amounts)) return amounts;
  const meant = (amount: unknown) => quantityBillionths(String(amount)) ?? amount;
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, meant(amount)]));
}

/** Removes empty values; undefined if nothing is left. */
function withoutEmptyValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(withoutEmptyValues);
  if (!isJsonObject(value)) return value ?? undefined;
  const fields = Object.entries(value).flatMap(([name, each]) => {
    const kept = withoutEmptyValues(each);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

/** Returns the data of a Secret in base64: API servers move `stringData` into `data`. Undefined if both are absent. */
function secretDataInBase64(secret: Place): unknown {
  const [data, written] = [secret.at('data'), secret.at('stringData')];
  if (written.isAbsent) return data.value ?? undefined;
  const encoded = written.fields.map(([name, { text = '' }]) => [name, Buffer.from(text).toString('base64')]);
  return {
    ...Object.fromEntries(data.fields.map(([name, { value }]) => [name, value])),
    ...Object.fromEntries(encoded),
  };
}
