import { isSameJson, type JsonObject, type JsonValue } from '../../api/index.ts';
import {
  fieldAt,
  fieldsAt,
  fieldsIn,
  isJsonList,
  quantityBillionths,
  scalarText,
  valueAt,
  withFields,
} from '../../schema/index.ts';
import { type Cause, forbiddenField, invalidValue } from '../field-cause.ts';

const immutable = 'field is immutable';

/** Collection → its fields that can't change, in the words of API servers for most of them. */
export const immutableFieldPaths: Readonly<Record<string, readonly string[]>> = {
  '/resourcequotas': ['spec.scopes'],
  '/secrets': ['type'],
  'apps/controllerrevisions': ['data'],
  'apps/daemonsets': ['spec.selector'],
  'apps/deployments': ['spec.selector'],
  'apps/replicasets': ['spec.selector'],
  'batch/jobs': [
    'spec.backoffLimitPerIndex',
    'spec.completionMode',
    'spec.managedBy',
    'spec.podFailurePolicy',
    'spec.podReplacementPolicy',
    'spec.selector',
    'spec.successPolicy',
  ],
  'discovery.k8s.io/endpointslices': ['addressType'],
  'networking.k8s.io/ingressclasses': ['spec.controller'],
  'node.k8s.io/runtimeclasses': ['handler'],
  'scheduling.k8s.io/priorityclasses': ['preemptionPolicy'],
  'storage.k8s.io/csidrivers': ['spec.volumeLifecycleModes'],
  'storage.k8s.io/storageclasses': ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'],
  'storage.k8s.io/volumeattachments': ['spec'],
};

type ChangeRule = (object: JsonObject, before: JsonObject) => readonly Cause[];

function isChanged(object: JsonObject, before: JsonObject, path: readonly string[]): boolean {
  return !isSameJson(valueAt(object, path) ?? null, valueAt(before, path) ?? null);
}

/** The fields of the spec of a StatefulSet that can change, in the order of the API server's words. */
export const changeableStatefulSetFields: readonly string[] = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
];

/** A StatefulSet's claims and identity can't change. */
const statefulSet: ChangeRule = (object, before) => {
  const none = Object.fromEntries(changeableStatefulSetFields.map((name) => [name, undefined]));
  const kept = ({ spec }: JsonObject) => withFields(fieldsIn(spec), none);
  if (isSameJson(kept(object), kept(before))) return [];
  const names = changeableStatefulSetFields.map((name) => `'${name}'`);
  const list = `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
  return [forbiddenField('spec', `updates to statefulset spec for fields other than ${list} are forbidden`)];
};

/** Completions of an indexed Job may change with its parallelism; the template may change while the Job is suspended. */
const job: ChangeRule = (object, before) => {
  const completions = fieldAt(object, 'spec.completions');
  const isElastic =
    fieldAt(object, 'spec.completionMode') === 'Indexed' && completions === fieldAt(object, 'spec.parallelism');
  const isIdle = fieldAt(before, 'spec.suspend') === true && fieldAt(before, 'status.startTime') === undefined;
  return [
    ...(isChanged(object, before, ['spec', 'completions']) && !isElastic
      ? [invalidValue('spec.completions', completions, immutable)]
      : []),
    ...(isChanged(object, before, ['spec', 'template']) && !isIdle
      ? [invalidValue('spec.template', fieldAt(object, 'spec.template'), immutable)]
      : []),
  ];
};

/** Services keep their address until they become an external name. */
const service: ChangeRule = (object, before) => {
  const [addresses, old] = [fieldAt(object, 'spec.clusterIPs'), fieldAt(before, 'spec.clusterIPs')];
  const isNamed = [object, before].some((each) => fieldAt(each, 'spec.type') === 'ExternalName');
  if (isNamed || !isJsonList(old) || isSameJson(addresses ?? null, old)) return [];
  return [invalidValue('spec.clusterIPs[0]', addresses, 'may not change once set')];
};

const roleBinding: ChangeRule = (object, before) => {
  const { apiGroup = '', kind = '', name = '' } = fieldsAt(object, 'roleRef');
  const shown: JsonValue = { APIGroup: apiGroup, Kind: kind, Name: name };
  return isChanged(object, before, ['roleRef']) ? [invalidValue('roleRef', shown, 'cannot change roleRef')] : [];
};

/** Bound claims may ask for more, and for another class of attributes. */
const claim: ChangeRule = (object, before) => {
  const isBound = fieldAt(before, 'status.phase') === 'Bound';
  const kept = ({ spec }: JsonObject) =>
    withFields(fieldsIn(spec), {
      ...(isBound && { resources: undefined }),
      volumeAttributesClassName: undefined,
      // Controllers bind a claim, and give it the default class.
      ...(fieldAt(before, 'spec.volumeName') === undefined && { volumeName: undefined }),
      ...(fieldAt(before, 'spec.storageClassName') === undefined && { storageClassName: undefined }),
    });
  if (!isSameJson(kept(object), kept(before))) {
    const text =
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
    return [forbiddenField('spec', text)];
  }
  const requested = ['spec', 'resources', 'requests', 'storage'];
  const size = (each: JsonObject, path: readonly string[]) => quantityBillionths(scalarText(valueAt(each, path))) ?? 0n;
  const isTooSmall =
    size(object, requested) < size(before, requested) &&
    size(object, requested) <= size(before, ['status', 'capacity', 'storage']);
  return isTooSmall ? [forbiddenField(requested.join('.'), 'field can not be less than status.capacity')] : [];
};

const csiDriver: ChangeRule = (object, before) =>
  isChanged(object, before, ['spec', 'attachRequired'])
    ? [invalidValue('spec.attachedRequired', fieldAt(object, 'spec.attachRequired'), immutable)]
    : [];

const priorityClass: ChangeRule = (object, before) =>
  isChanged(object, before, ['value']) ? [forbiddenField('value', 'may not be changed in an update.')] : [];

const changeRules: Readonly<Record<string, ChangeRule>> = {
  '/persistentvolumeclaims': claim,
  '/services': service,
  'apps/statefulsets': statefulSet,
  'batch/jobs': job,
  'rbac.authorization.k8s.io/clusterrolebindings': roleBinding,
  'rbac.authorization.k8s.io/rolebindings': roleBinding,
  'scheduling.k8s.io/priorityclasses': priorityClass,
  'storage.k8s.io/csidrivers': csiDriver,
};

/** Returns the causes of a changed object. */
export function changeCauses(collection: string, object: JsonObject, before: JsonObject): readonly Cause[] {
  const fields = immutableFieldPaths[collection] ?? [];
  return [
    ...fields
      .filter((field) => isChanged(object, before, field.split('.')))
      .map((field) => invalidValue(field, valueAt(object, field.split('.')), immutable)),
    ...(changeRules[collection]?.(object, before) ?? []),
  ];
}
