// In: the children and references of a resource. Out: those that are impossible for now, because the API server doesn't
// serve their kind, for conditions. Called by the reconcile.

import {
  type CustomResourceClass,
  definitionName,
  formatGroupVersionKind,
  formatObjectKey,
  isSameKind,
  type Kind,
  type ObjectAddress,
  type Resource,
} from '../../api/index.ts';
import type { ChildPolicy, Controller, WhenNotServed } from '../../constructs/index.ts';
import { type Child, referencesOf, referredNamespaces, selectionsOf } from '../../render/index.ts';
import type { Observation } from './observation.ts';
import type { FailureCause } from './standard-conditions.ts';

/** An object of a kind that the API server doesn't serve. */
export interface Unserved {
  readonly kind: Kind;
  /** `ServiceMonitor default/web is not made`. */
  readonly consequence: string;
  readonly whenNotServed: WhenNotServed;
}

/**
 * After what time a child is tried again if the cache believes that its kind is served, and the API server doesn't
 * serve it.
 */
export const unservedRetryMs = 30_000;

/** The children that can't be created. */
export function unservedChildren(children: readonly Child[], policy: (kind: Kind) => ChildPolicy): Unserved[] {
  return children.map(({ kind, key }) => ({
    kind,
    consequence: `${title({ kind, key })} is not made`,
    whenNotServed: policy(kind).whenNotServed,
  }));
}

/** The references of a resource that can't be resolved. */
export function unservedReferences(
  { references }: Pick<Controller, 'references'>,
  resource: Resource<CustomResourceClass>,
  cache: Pick<Observation, 'listState'>,
): Unserved[] {
  return references
    .filter((reference) =>
      [...referredNamespaces(reference, resource)].some(
        (namespace) => cache.listState(reference.kind, namespace) === 'not-served',
      ),
    )
    .flatMap((reference) => {
      const { kind, whenNotServed = 'report' } = reference;
      const [one, isSelecting] = [
        { references: [reference] },
        selectionsOf({ references: [reference] }, resource).length > 0,
      ];
      return [
        ...referencesOf(one, resource).map((address) => `${title(address)}, which it refers to, is not seen`),
        ...(isSelecting ? [`no ${kind.kind} that it selects is seen`] : []),
      ].map((consequence) => ({ kind, consequence, whenNotServed }));
    });
}

/** Names the missing kinds of a policy, one sentence for each with its remedy; undefined if none is missing. */
export function failureCauseOfUnserved(all: readonly Unserved[], policy: WhenNotServed): FailureCause | undefined {
  const reported = all.filter(({ whenNotServed }) => whenNotServed === policy);
  if (reported.length === 0) return undefined;
  const firsts = reported.filter(
    ({ kind }, index) => reported.findIndex((other) => isSameKind(other.kind, kind)) === index,
  );
  const sentences = firsts.map(({ kind }) => {
    const consequences = reported.filter((other) => isSameKind(other.kind, kind)).map(({ consequence }) => consequence);
    const remedy = `install the CustomResourceDefinition ${definitionName(kind)}, with ${kind.version} served`;
    return `the API server doesn't serve ${formatGroupVersionKind(kind)}: ${consequences.join(', ')}; ${remedy}`;
  });
  return { reason: 'KindNotServed', message: sentences.join('; ') };
}

function title({ kind, key }: ObjectAddress): string {
  return `${kind.kind} ${formatObjectKey(key)}`;
}
