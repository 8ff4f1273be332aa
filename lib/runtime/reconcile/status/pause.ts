// In: a resource. Out: whether a user has paused it by its annotation, and the condition that reports the pause. Called by
// the reconcile, and by the status of a paused resource.

import type { ConditionReport, ResourceDefinition, StoredObject } from '../../../api/index.ts';

/** The annotation that, with the value `true`, pauses a resource: `<singular>.<group>/paused`. */
function pauseAnnotation({ singular, group }: Pick<ResourceDefinition, 'singular' | 'group'>): string {
  return `${singular}.${group}/paused`;
}

/** Returns true if a resource is paused: the operator changes nothing for it, not even to clean up. */
export function isPaused({ metadata }: StoredObject, definition: ResourceDefinition): boolean {
  return metadata.annotations?.[pauseAnnotation(definition)] === 'true';
}

/** The condition of a paused resource. It is removed with the annotation. */
export function pauseCondition(definition: ResourceDefinition): ConditionReport {
  const message = `nothing is done about it as long as its annotation ${pauseAnnotation(definition)} is "true"`;
  return { type: 'Paused', status: 'True', reason: 'Annotated', message };
}

/** Returns true if a condition is that of a paused resource, and not an author's condition of the same type. */
export function isPauseCondition({ type, reason }: ConditionReport): boolean {
  return type === 'Paused' && reason === 'Annotated';
}
