// In: a new pod, or a priority class. Out: the pod with its priority, or a refusal. A step of admission.

import type { JsonObject } from '../../../../api/index.ts';
import { metadataText } from '../../../../built-in/index.ts';
import { numberAt, textAt } from '../../../../schema/index.ts';
import { priorityClasses } from '../../collection.ts';
import type { ObjectStorage } from '../../store/object-storage.ts';
import { ValueIndex } from '../../store/value-index.ts';
import type { AdmissionStep } from '../admitted-write.ts';
import { newPodStep, pluginRefusal, withPodSpec } from './new-pod.ts';

/** Gives new pods the priority of their class, or of the default class. */
export function priority(store: ObjectStorage): AdmissionStep {
  const defaults = new ValueIndex(store, priorityClasses, ({ globalDefault }) =>
    globalDefault === true ? ['default'] : [],
  );
  const lowestDefault = () =>
    defaults.at('default').reduce<JsonObject | undefined>((lowest, each) => {
      return lowest === undefined || priorityOf(each) < priorityOf(lowest) ? each : lowest;
    }, undefined);
  const step = newPodStep((pod, write) => {
    const name = textAt(pod, 'spec.priorityClassName');
    const priorityClass = name === '' ? (lowestDefault() ?? {}) : store.get(priorityClasses, name);
    if (priorityClass === undefined) throw pluginRefusal(write, `no PriorityClass with name ${name} was found`);
    const computed = {
      priority: priorityOf(priorityClass),
      preemptionPolicy: textAt(priorityClass, 'preemptionPolicy', 'PreemptLowerPriority'),
    };
    for (const [field, kind] of [
      ['priority', 'integer value of priority'],
      ['preemptionPolicy', 'string value of PreemptionPolicy'],
    ] as const) {
      const written = textAt(pod, `spec.${field}`);
      if (written === '' || written === String(computed[field])) continue;
      const place = `the ${kind} (${written}) must not be provided in pod spec`;
      const cause = `priority admission controller computed ${computed[field]} from the given PriorityClass name`;
      throw pluginRefusal(write, `${place}; ${cause}`);
    }
    const priorityClassName = metadataText(priorityClass, 'name');
    return withPodSpec(pod, () => ({ ...computed, ...(priorityClassName !== '' && { priorityClassName }) }));
  });
  return {
    ...step,
    validate: (write) => {
      const { operation, type, object, name } = write;
      if (operation === 'DELETE' || type.collection !== priorityClasses || object?.globalDefault !== true) return;
      const present = lowestDefault();
      if (present === undefined || (operation === 'UPDATE' && metadataText(present, 'name') === name)) return;
      const sentence = `PriorityClass ${metadataText(present, 'name')} is already marked as default. Only one default can exist`;
      throw pluginRefusal(write, sentence);
    },
  };
}

function priorityOf(priorityClass: JsonObject): number {
  return numberAt(priorityClass, 'value') ?? 0;
}
