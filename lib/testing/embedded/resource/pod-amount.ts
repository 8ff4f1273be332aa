import type { JsonObject } from '../../../api/index.ts';
import { fieldAt, objectsAt } from '../../../schema/index.ts';
import { type Amounts, amountsOf, maximumOf, totalOf } from './amount.ts';

/** The side of a container's resources. */
export type ResourceSide = 'limits' | 'requests';

/** Returns the resources that a container requests, or that limit it. */
export function containerAmounts(container: JsonObject, side: ResourceSide): Amounts {
  return amountsOf(fieldAt(container, `resources.${side}`));
}

/**
 * Returns the resources that the containers of a pod request, or that limit them: those of all containers and sidecars together,
 * but at least those of each init container with the sidecars before it. Resources of the whole pod count in their place.
 */
export function neededAmounts(pod: JsonObject, side: ResourceSide): Amounts {
  let sidecars: Amounts = {};
  const steps: Amounts[] = [];
  for (const container of objectsAt(pod, 'spec.initContainers')) {
    const own = totalOf([sidecars, containerAmounts(container, side)]);
    if (container.restartPolicy === 'Always') sidecars = own;
    steps.push(own);
  }
  const containers = objectsAt(pod, 'spec.containers').map((container) => containerAmounts(container, side));
  const needed = maximumOf([totalOf([...containers, sidecars]), ...steps]);
  return { ...needed, ...amountsOf(fieldAt(pod, `spec.resources.${side}`)) };
}

/** Returns the resources that a pod requests, or that limit it, with the overhead of its runtime class. */
export function podAmounts(pod: JsonObject, side: ResourceSide): Amounts {
  const needed = neededAmounts(pod, side);
  const overhead = Object.entries(amountsOf(fieldAt(pod, 'spec.overhead')));
  const added = overhead.filter(([name]) => side === 'requests' || needed[name] !== undefined);
  return totalOf([needed, Object.fromEntries(added)]);
}
