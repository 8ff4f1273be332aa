// In: a new pod. Out: the pod with the overhead and the scheduling of its runtime class, or a refusal. A step of admission.

import { isSameJson, type JsonObject } from '../../../../api/index.ts';
import { fieldAt, fieldsAt, objectsAt, textAt, textMap } from '../../../../schema/index.ts';
import type { ObjectStorage } from '../../store/object-storage.ts';
import type { AdmissionStep, AdmittedWrite } from '../admitted-write.ts';
import { newPodStep, pluginRefusal, withPodSpec } from './new-pod.ts';

/** Refuses new pods of an absent runtime class, and gives others what their class demands. */
export function runtimeClass(store: ObjectStorage): AdmissionStep {
  return newPodStep((pod, write) => {
    const name = textAt(pod, 'spec.runtimeClassName');
    const found = name === '' ? {} : store.get('node.k8s.io/runtimeclasses', name);
    if (found === undefined) throw pluginRefusal(write, `pod rejected: RuntimeClass "${name}" not found`);
    const overhead = fieldAt(found, 'overhead.podFixed');
    assertOverhead(pod, overhead, write);
    const nodeSelector = { ...fieldsAt(pod, 'spec.nodeSelector'), ...selectorOf(pod, found, write) };
    const own = objectsAt(pod, 'spec.tolerations');
    const added = objectsAt(found, 'scheduling.tolerations').filter(
      (toleration) => !own.some((each) => isSameJson(each, toleration)),
    );
    return withPodSpec(pod, (spec) => ({
      overhead: spec.overhead ?? overhead,
      nodeSelector: Object.keys(nodeSelector).length === 0 ? spec.nodeSelector : nodeSelector,
      tolerations: added.length === 0 ? spec.tolerations : [...own, ...added],
    }));
  });
}

function assertOverhead(pod: JsonObject, overhead: JsonObject[string] | undefined, write: AdmittedWrite): void {
  const own = fieldAt(pod, 'spec.overhead');
  if (own === undefined || (overhead !== undefined && isSameJson(own, overhead))) return;
  const cause =
    overhead === undefined
      ? 'Pod Overhead set without corresponding RuntimeClass defined Overhead'
      : "Pod's Overhead doesn't match RuntimeClass's defined Overhead";
  throw pluginRefusal(write, `pod rejected: ${cause}`);
}

function selectorOf(pod: JsonObject, runtimeClass: JsonObject, write: AdmittedWrite): JsonObject {
  const own = textMap(fieldAt(pod, 'spec.nodeSelector'));
  const selector = textMap(fieldAt(runtimeClass, 'scheduling.nodeSelector'));
  const key = Object.keys(selector).find((each) => own[each] !== undefined && own[each] !== selector[each]);
  if (key === undefined) return selector;
  const cause = `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${selector[key]}; pod.spec.nodeSelector[${key}] = ${own[key]}`;
  throw pluginRefusal(write, cause);
}
