// In: a new pod, or a claim. Out: the pod with the default resources of its namespace, or a refusal. A step of admission.

import { isJsonObject, type JsonObject } from '../../../../api/index.ts';
import { annotationsOf, metadataText, withMetadata } from '../../../../built-in/index.ts';
import { fieldAt, fieldsAt, objectsAt, textAt } from '../../../../schema/index.ts';
import { amountsOf } from '../../resource/amount.ts';
import { containerAmounts, neededAmounts, type ResourceSide } from '../../resource/pod-amount.ts';
import type { ObjectStorage } from '../../store/object-storage.ts';
import { ValueIndex } from '../../store/value-index.ts';
import type { AdmissionStep } from '../admitted-write.ts';
import { type LimitedAmounts, limitFaults } from './limit-ranger/limit-fault.ts';
import { isNewPod, newPodStep, pluginRefusal, withPodSpec } from './new-pod.ts';

/** The fields of a pod with containers, with the word for one. */
const containerFields = [
  ['containers', 'container'],
  ['initContainers', 'init container'],
] as const;

/** Gives new pods the default requests and limits of their namespace, and refuses pods and claims beyond its bounds. */
export function limitRanger(store: ObjectStorage): AdmissionStep {
  const ranges = new ValueIndex(store, '/limitranges', (range) => [metadataText(range, 'namespace')]);
  const limitsIn = (namespace = '') => ranges.at(namespace).flatMap((range) => objectsAt(range, 'spec.limits'));
  return {
    ...newPodStep((pod, { namespace = '' }) => ranges.at(namespace).reduce(withDefaults, pod)),
    validate: (write) => {
      const { object, oldObject, operation, type, subresource } = write;
      const isClaim = type.collection === '/persistentvolumeclaims' && operation !== 'DELETE' && subresource === '';
      if (object === undefined || !(isClaim || isNewPod(write))) return;
      if (metadataText(oldObject ?? {}, 'deletionTimestamp') !== '') return;
      const faults = limitsIn(write.namespace).flatMap((limit) =>
        limitedAmounts(object, textAt(limit, 'type'), isClaim).flatMap((amounts) => limitFaults(limit, amounts)),
      );
      const causes = [...new Set(faults)];
      if (causes.length > 0)
        throw pluginRefusal(write, causes.length === 1 ? (causes[0] ?? '') : `[${causes.join(', ')}]`);
    },
  };
}

/** Returns the amounts of an object that a limit of a type bounds. */
function limitedAmounts(object: JsonObject, type: string, isClaim: boolean): readonly LimitedAmounts[] {
  if (isClaim) {
    const requests = amountsOf(fieldAt(object, 'spec.resources.requests'));
    return type === 'PersistentVolumeClaim' ? [{ requests, limits: undefined }] : [];
  }
  const containers = objectsAt(object, 'spec.containers');
  const initial = objectsAt(object, 'spec.initContainers');
  const of = (side: ResourceSide) => (container: JsonObject) => containerAmounts(container, side);
  if (type === 'Pod') {
    return [{ requests: neededAmounts(object, 'requests'), limits: neededAmounts(object, 'limits') }];
  }
  if (type !== 'Container') return [];
  return [...containers, ...initial].map((each) => ({ requests: of('requests')(each), limits: of('limits')(each) }));
}

/** Returns a pod with the default resources of one LimitRange, and an annotation that names them. */
function withDefaults(pod: JsonObject, range: JsonObject): JsonObject {
  const limits = objectsAt(range, 'spec.limits').filter(({ type }) => type === 'Container');
  const defaults = (field: string) =>
    Object.fromEntries(limits.flatMap((limit) => Object.entries(fieldsAt(limit, field))));
  const wanted = { requests: defaults('defaultRequest'), limits: defaults('default') };
  const notes: string[] = [];
  const changed = (container: JsonObject, word: string): JsonObject => {
    const resources = fieldsAt(container, 'resources');
    const sides = (['requests', 'limits'] as const).map((side): [string, JsonObject] => {
      const present = isJsonObject(resources[side]) ? resources[side] : {};
      const missing = Object.keys(wanted[side]).filter((name) => present[name] === undefined);
      if (missing.length > 0) {
        notes.push(`${missing.toSorted().join(', ')} ${side.slice(0, -1)} for ${word} ${textAt(container, 'name')}`);
      }
      return [side, { ...wanted[side], ...present }];
    });
    const filled = sides.filter(([, amounts]) => Object.keys(amounts).length > 0);
    return { ...container, resources: { ...resources, ...Object.fromEntries(filled) } };
  };
  const next = containerFields.reduce(
    (each, [field, word]) =>
      withPodSpec(each, (spec) => ({
        [field]: spec[field] === undefined ? undefined : objectsAt(spec, field).map((one) => changed(one, word)),
      })),
    pod,
  );
  if (notes.length === 0) return pod;
  const annotations = annotationsOf(pod);
  const note = `LimitRanger plugin set: ${notes.join('; ')}`;
  return withMetadata(next, { annotations: { ...annotations, 'kubernetes.io/limit-ranger': note } });
}
