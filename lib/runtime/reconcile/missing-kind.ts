// In: what a resource renders and refers to. Out: what of it can't be for now, because the API server doesn't serve its
// kind, in the words of conditions. Called by the pass.

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

/** After what time a child is tried again of whose kind the cache believes that it is served, and the API server doesn't. */
export const unservedRetryMs = 30_000;

/** The children that can't be made. */
export function unservedChildren(children: readonly Child[], policy: (kind: Kind) => ChildPolicy): Unserved[] {
  return children.map(({ kind, key }) => ({
    kind,
    consequence: `${title({ kind, key })} is not made`,
    whenNotServed: policy(kind).whenNotServed,
  }));
}

/** What a resource refers to and nobody can see. */
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

/** What is missing, one sentence for each kind with its remedy; undefined if nothing of that policy is. */
export function failureCauseOfUnserved(all: readonly Unserved[], policy: WhenNotServed): FailureCause | undefined {
  const told = all.filter(({ whenNotServed }) => whenNotServed === policy);
  if (told.length === 0) return undefined;
  const firsts = told.filter(({ kind }, index) => told.findIndex((other) => isSameKind(other.kind, kind)) === index);
  const sentences = firsts.map(({ kind }) => {
    const consequences = told.filter((other) => isSameKind(other.kind, kind)).map(({ consequence }) => consequence);
    const remedy = `install the CustomResourceDefinition ${definitionName(kind)}, with ${kind.version} served`;
    return `the API server doesn't serve ${formatGroupVersionKind(kind)}: ${consequences.join(', ')}; ${remedy}`;
  });
  return { reason: 'KindNotServed', message: sentences.join('; ') };
}

function title({ kind, key }: ObjectAddress): string {
  return `${kind.kind} ${formatObjectKey(key)}`;
}
