// In: a decoded object, and its present form. Out: the object with the fields that only the API server and its built-in admission
// set. Called by the strategies of built-in kinds.

import { isJsonObject, isSameJson, type JsonObject } from '../../../api/index.ts';
import {
  annotationsOf,
  labelsOf,
  metadataFields,
  metadataText,
  metadataTexts,
  templateGeneration,
  withMetadata,
} from '../../../built-in/index.ts';
import {
  fieldAt,
  fieldsAt,
  fieldsIn,
  objectList,
  objectsAt,
  quantityBillionths,
  scalarText,
  textMap,
  valueAt,
} from '../../../schema/index.ts';
import type { StoredObjects } from '../store/object-storage.ts';
import { addressedService } from './service-address.ts';

/** The fields that an object of a collection gets. @param before - undefined if the object is new. */
type Preparation = (object: JsonObject, before: JsonObject | undefined, stored: StoredObjects) => JsonObject;

/** Returns the preparation of new objects only. */
function created(change: (object: JsonObject, stored: StoredObjects) => JsonObject): Preparation {
  return (object, before, stored) => (before === undefined ? change(object, stored) : object);
}

/** Objects that another object may use keep a finalizer. */
function protectedBy(finalizer: string): Preparation {
  return created((object) => {
    const finalizers = metadataTexts(object, 'finalizers');
    return finalizers.includes(finalizer) ? object : withMetadata(object, { finalizers: [...finalizers, finalizer] });
  });
}

function withSpec(object: JsonObject, change: (spec: JsonObject) => JsonObject): JsonObject {
  const { spec } = object;
  return { ...object, spec: change(fieldsIn(spec)) };
}

/** Namespaces are created active; an update changes their metadata only. */
const namespace: Preparation = (object, before) =>
  before === undefined
    ? { ...object, spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } }
    : { ...object, spec: before.spec ?? {}, status: before.status ?? {} };

/** Nodes are not ready until their kubelet reports. */
const node = created((object) => {
  const notReady = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };
  return withSpec(object, (spec) => {
    const taints = objectList(spec.taints);
    return taints.some((taint) => isSameJson(taint, notReady)) ? spec : { ...spec, taints: [...taints, notReady] };
  });
});

/** Pods with gates get their condition here, since no scheduler reads them. */
const pod = created((object) => {
  const gated = {
    type: 'PodScheduled',
    status: 'False',
    lastProbeTime: null,
    lastTransitionTime: metadataFields(object).creationTimestamp ?? null,
    reason: 'SchedulingGated',
    message: 'Scheduling is blocked due to non-empty scheduling gates',
  };
  const gates = objectsAt(object, 'spec.schedulingGates');
  const conditions = gates.length === 0 ? {} : { conditions: [gated] };
  return { ...object, status: { phase: 'Pending', qosClass: qosClass(object), ...conditions } };
});

/** Pods are guaranteed if each container limits CPU and memory, and requests as much. Resources of the pod replace those. */
function qosClass({ spec }: JsonObject): string {
  const containers =
    isJsonObject(spec) && isJsonObject(spec.resources)
      ? [spec]
      : ['containers', 'initContainers'].flatMap((field) => objectList(valueAt(spec, [field])));
  const amounts = (container: JsonObject, field: string) =>
    Object.fromEntries(
      ['cpu', 'memory'].map((name) => [
        name,
        quantityBillionths(scalarText(valueAt(container, ['resources', field, name]))) ?? 0n,
      ]),
    );
  const all = containers.map((container) => ({
    requests: amounts(container, 'requests'),
    limits: amounts(container, 'limits'),
  }));
  const isAny = all.some(({ requests, limits }) =>
    [...Object.values(requests), ...Object.values(limits)].some((amount) => amount > 0n),
  );
  if (!isAny) return 'BestEffort';
  const isWhole = all.every(({ requests, limits }) =>
    Object.entries(limits).every(([name, amount]) => amount > 0n && requests[name] === amount),
  );
  return isWhole ? 'Guaranteed' : 'Burstable';
}

const persistentVolume: Preparation = (object, before, stored) => {
  const kept = protectedBy('kubernetes.io/pv-protection')(object, before, stored);
  if (before !== undefined) return kept;
  const lastPhaseTransitionTime = metadataFields(object).creationTimestamp ?? null;
  return { ...kept, status: { phase: 'Pending', lastPhaseTransitionTime } };
};

/** Jobs select their pods by their own uid. */
const job = created((object) => {
  if (fieldAt(object, 'spec.manualSelector') === true) return object;
  const [uid, name] = [metadataText(object, 'uid'), metadataText(object, 'name')];
  const labels = {
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'job-name': name,
  };
  const selected = withSpec(object, (spec) => {
    const template = fieldsAt(spec, 'template');
    const templateLabels = { ...labels, ...labelsOf(template) };
    const selector = fieldsAt(spec, 'selector');
    const matchLabels = { ...textMap(selector.matchLabels), 'batch.kubernetes.io/controller-uid': uid };
    return {
      ...spec,
      selector: { ...selector, matchLabels },
      template: withMetadata(template, { labels: templateLabels }),
    };
  });
  const own = labelsOf(object);
  return withMetadata(selected, { labels: { ...own, ...(Object.keys(own).length === 0 && labels) } });
});

const daemonSet: Preparation = (object, before) => {
  const annotations = annotationsOf(object);
  const old = before === undefined ? 0 : Number(annotationsOf(before)[templateGeneration] ?? 0);
  const isSame = before !== undefined && isSameJson(fieldAt(before, 'spec.template'), fieldAt(object, 'spec.template'));
  return withMetadata(object, {
    annotations: { ...annotations, [templateGeneration]: String(isSame ? old : old + 1) },
  });
};

/** Collection → its preparation. */
export const preparations: Readonly<Record<string, Preparation>> = {
  '/namespaces': namespace,
  '/nodes': node,
  '/persistentvolumeclaims': protectedBy('kubernetes.io/pvc-protection'),
  '/persistentvolumes': persistentVolume,
  '/pods': pod,
  '/services': addressedService,
  'apps/daemonsets': daemonSet,
  'batch/jobs': job,
  'storage.k8s.io/volumeattributesclasses': protectedBy('kubernetes.io/vac-protection'),
};
