import type { ConditionReport, ResourceDefinition, StoredObject } from '../../api/index.ts';

/** The annotation that, with the value `true`, pauses a resource: `<singular>.<group>/paused`. */
function pauseName({ singular, group }: Pick<ResourceDefinition, 'singular' | 'group'>): string {
  return `${singular}.${group}/paused`;
}

/** Returns true if a resource is to be left alone, its children and its clean-up with it. */
export function isPaused({ metadata }: StoredObject, definition: ResourceDefinition): boolean {
  return metadata.annotations?.[pauseName(definition)] === 'true';
}

/** The condition of a paused resource. It is removed with the annotation. */
export function pausedCondition(definition: ResourceDefinition): ConditionReport {
  const message = `nothing is done about it as long as its annotation ${pauseName(definition)} is "true"`;
  return { type: 'Paused', status: 'True', reason: 'Annotated', message };
}

/** Returns true if a condition is that of a paused resource, and not an author's condition of the same type. */
export function isPausedCondition({ type, reason }: ConditionReport): boolean {
  return type === 'Paused' && reason === 'Annotated';
}
