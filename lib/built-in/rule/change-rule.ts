import { isSameJson, type JsonObject, type JsonValue } from '../../api/index.ts';
import { fieldAt, fieldsAt, fieldsIn, isJsonList, quantityBillionths, textAt, withFields } from '../../schema/index.ts';
import { wordList } from '../../schema/structural/index.ts';
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

type ChangeRule = (object: JsonObject, before: JsonObject) => Iterable<Cause>;

function isChanged(object: JsonObject, before: JsonObject, path: string): boolean {
  return !isSameJson(fieldAt(object, path) ?? null, fieldAt(before, path) ?? null);
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
function* statefulSet(object: JsonObject, before: JsonObject): Iterable<Cause> {
  const none = Object.fromEntries(changeableStatefulSetFields.map((name) => [name, undefined]));
  const kept = ({ spec }: JsonObject) => withFields(fieldsIn(spec), none);
  const names = changeableStatefulSetFields.map((name) => `'${name}'`);
  if (!isSameJson(kept(object), kept(before)))
    yield forbiddenField(
      'spec',
      `updates to statefulset spec for fields other than ${wordList(names, 'and')} are forbidden`,
    );
}

/** Completions of an indexed Job may change with its parallelism; the template may change while the Job is suspended. */
function* job(object: JsonObject, before: JsonObject): Iterable<Cause> {
  const { completions, completionMode, parallelism, template } = fieldsAt(object, 'spec');
  const isElastic = completionMode === 'Indexed' && completions === parallelism;
  const isIdle = fieldAt(before, 'spec.suspend') === true && fieldAt(before, 'status.startTime') === undefined;
  if (isChanged(object, before, 'spec.completions') && !isElastic)
    yield invalidValue('spec.completions', completions, immutable);
  if (isChanged(object, before, 'spec.template') && !isIdle) yield invalidValue('spec.template', template, immutable);
}

/** Services keep their address until they become an external name. */
function* service(object: JsonObject, before: JsonObject): Iterable<Cause> {
  const [addresses, old] = [fieldAt(object, 'spec.clusterIPs'), fieldAt(before, 'spec.clusterIPs')];
  const isNamed = [object, before].some((each) => fieldAt(each, 'spec.type') === 'ExternalName');
  if (!isNamed && isJsonList(old) && !isSameJson(addresses ?? null, old))
    yield invalidValue('spec.clusterIPs[0]', addresses, 'may not change once set');
}

function* roleBinding(object: JsonObject, before: JsonObject): Iterable<Cause> {
  const { apiGroup = '', kind = '', name = '' } = fieldsAt(object, 'roleRef');
  const shown: JsonValue = { APIGroup: apiGroup, Kind: kind, Name: name };
  if (isChanged(object, before, 'roleRef')) yield invalidValue('roleRef', shown, 'cannot change roleRef');
}

/** Bound claims may ask for more, and for another class of attributes. */
function* claim(object: JsonObject, before: JsonObject): Iterable<Cause> {
  const isBound = fieldAt(before, 'status.phase') === 'Bound';
  const kept = ({ spec }: JsonObject) =>
    withFields(fieldsIn(spec), {
      ...(isBound && { resources: undefined }),
      volumeAttributesClassName: undefined,
      // Controllers bind a claim, and give it the default class.
      ...(fieldAt(before, 'spec.volumeName') === undefined && { volumeName: undefined }),
      ...(fieldAt(before, 'spec.storageClassName') === undefined && { storageClassName: undefined }),
    });
  const text =
    'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
  const size = (each: JsonObject, path: string) => quantityBillionths(textAt(each, path)) ?? 0n;
  const requested = 'spec.resources.requests.storage';
  const [wanted, had] = [size(object, requested), size(before, requested)];
  if (!isSameJson(kept(object), kept(before))) yield forbiddenField('spec', text);
  else if (wanted < had && wanted <= size(before, 'status.capacity.storage'))
    yield forbiddenField(requested, 'field can not be less than status.capacity');
}

function* csiDriver(object: JsonObject, before: JsonObject): Iterable<Cause> {
  const path = 'spec.attachRequired';
  if (isChanged(object, before, path)) yield invalidValue('spec.attachedRequired', fieldAt(object, path), immutable);
}

function* priorityClass(object: JsonObject, before: JsonObject): Iterable<Cause> {
  if (isChanged(object, before, 'value')) yield forbiddenField('value', 'may not be changed in an update.');
}

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

/** Yields the causes of a changed object. */
export function* changeCauses(collection: string, object: JsonObject, before: JsonObject): Iterable<Cause> {
  for (const field of immutableFieldPaths[collection] ?? [])
    if (isChanged(object, before, field)) yield invalidValue(field, fieldAt(object, field), immutable);
  yield* changeRules[collection]?.(object, before) ?? [];
}
