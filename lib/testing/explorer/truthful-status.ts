import { isJsonObject, objectTitle, type StoredObject } from '../../api/index.ts';
import { readiness } from '../../render/index.ts';
import { reportsReady } from '../scenario/object-state.ts';
import { childrenOf } from '../scenario/object-tree.ts';
import { firstViolation, type RunProperty } from './run-property.ts';

/** The status of a resource is about its present spec, and Ready only if all of its children are. */
export const truthfulStatus: RunProperty = {
  name: 'truthful status',
  violation: (run) =>
    firstViolation(run.steps, ({ objects, resources, readyDespite }) => [
      ...readyDespite.map((title) => `${title} is Ready, though another actor has the name of a child`),
      ...resources.flatMap((resource) => [...unobserved(resource), ...unready(resource, objects)]),
    ]),
};

function unobserved({ metadata, kind, status }: StoredObject): string[] {
  const observed = isJsonObject(status) ? status.observedGeneration : undefined;
  if (observed === metadata.generation) return [];
  const about = typeof observed === 'number' ? `generation ${observed}` : 'none';
  return [`${objectTitle({ kind, metadata })} has generation ${metadata.generation}, and its status is about ${about}`];
}

function unready(resource: StoredObject, objects: readonly StoredObject[]): string[] {
  if (!reportsReady(resource)) return [];
  return childrenOf(objects, resource).flatMap((child) => {
    const found = readiness(child);
    if (found.state === 'current') return [];
    return [`${objectTitle(resource)} is Ready, though ${objectTitle(child)}: ${found.message}`];
  });
}
