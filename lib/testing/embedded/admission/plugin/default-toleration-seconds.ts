import type { JsonObject } from '../../../../api/index.ts';
import { objectsAt } from '../../../../schema/index.ts';
import type { AdmissionStep } from '../admitted-write.ts';
import { newPodStep, withPodSpec } from './new-pod.ts';

const toleratedSeconds = 300;

/** Lets new pods stay for some minutes on nodes that are not ready or unreachable, unless they say otherwise. */
export function defaultTolerationSeconds(): AdmissionStep {
  return newPodStep((pod) => {
    const present = objectsAt(pod, 'spec.tolerations');
    const missing = ['not-ready', 'unreachable']
      .map((condition) => `node.kubernetes.io/${condition}`)
      .filter((key) => !present.some((each) => tolerates(each, key)))
      .map((key) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: toleratedSeconds }));
    return missing.length === 0 ? pod : withPodSpec(pod, () => ({ tolerations: [...present, ...missing] }));
  });
}

function tolerates({ key = '', operator, effect = '' }: JsonObject, taint: string): boolean {
  return (effect === '' || effect === 'NoExecute') && (key === taint || (key === '' && operator === 'Exists'));
}
