import type { JsonObject } from '../../../../../api/index.ts';
import { fieldsAt, objectsAt, scalarText } from '../../../../../schema/index.ts';

/** One check of a level: a reason, and a sentence about each violation. */
export interface SecurityCheck {
  readonly reason: string;
  /** Returns undefined for a pod that passes. */
  readonly detail: (pod: JsonObject) => string | undefined;
}

/** Returns all containers of a pod. */
export function allContainers(pod: JsonObject): readonly JsonObject[] {
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((field) => objectsAt(pod, `spec.${field}`));
}

/** Returns a list of texts in quotes, after a word in the right number. */
export function countedTexts(word: string, texts: readonly string[]): string {
  return `${word}${texts.length === 1 ? '' : 's'} ${quotedTexts(texts)}`;
}

/** Returns texts in quotes, with commas between. */
export function quotedTexts(texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(', ');
}

/** Returns texts without repetitions, in order. */
export function distinctTexts(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted();
}

/** Returns the names of the containers that fit. */
export function containerNames(pod: JsonObject, fits: (container: JsonObject) => boolean): readonly string[] {
  return allContainers(pod)
    .filter(fits)
    .map(({ name }) => scalarText(name));
}

/** Returns the pod and the containers whose security context is bad: `pod and container "a"`; undefined for none. */
export function settersText(pod: JsonObject, isBad: (context: JsonObject) => boolean): string | undefined {
  const names = containerNames(pod, (container) => isBad(fieldsAt(container, 'securityContext')));
  const bad = [
    ...(isBad(fieldsAt(pod, 'spec.securityContext')) ? ['pod'] : []),
    ...(names.length > 0 ? [countedTexts('container', names)] : []),
  ];
  return bad.length === 0 ? undefined : bad.join(' and ');
}

/** Returns the security contexts of a pod and of its containers. */
export function securityContexts(pod: JsonObject): readonly JsonObject[] {
  return [
    fieldsAt(pod, 'spec.securityContext'),
    ...allContainers(pod).map((container) => fieldsAt(container, 'securityContext')),
  ];
}
