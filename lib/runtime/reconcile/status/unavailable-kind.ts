// In: the kinds that the render of a resource depends on or produces. Out: those that aren't listed or served, for
// conditions. Called by the reconcile.

import {
  type CustomResourceClass,
  definitionName,
  distinctKinds,
  formatGroupVersionKind,
  formatObjectKey,
  type GroupVersionKind,
  isConclusive,
  isSameKind,
  type Kind,
  type ListState,
  type ObjectAddress,
  type Resource,
} from '../../../api/index.ts';
import type { ChildPolicy, Controller, WhenNotServed } from '../../../constructs/index.ts';
import { type Child, referencesOf, referredNamespaces, selectionsOf } from '../../../render/index.ts';
import { type ChildOutcome, outcomesOf } from '../applying/outcome.ts';
import type { ReconcileCache } from '../reconcile-cache.ts';
import type { ReconcileRun } from '../reconcile-run.ts';
import { listStateReasons } from './failure.ts';
import type { FailureCause } from './failure-cause.ts';

/** A kind whose objects aren't known: they may exist or not, or have any content. */
export interface Unlisted {
  readonly kind: Kind;
  readonly listState: Exclude<ListState, 'listed' | 'not-served'>;
}

/** The kinds among some that aren't listed in a namespace, or in all. */
export function unlistedKinds(
  kinds: readonly Kind[],
  namespace: string | undefined,
  cache: Pick<ReconcileCache, 'listState'>,
): Unlisted[] {
  return kinds.flatMap((kind) => {
    const listState = cache.listState(kind, namespace);
    return isConclusive(listState) ? [] : [{ kind, listState }];
  });
}

/**
 * The unlisted kinds that a resource's render or callbacks depend on: its own, those that it refers to, and all that its
 * controller watches. Taking their objects for absent would undo the children made from them.
 */
export function unlistedDependencies(
  { kind, references, watches }: Pick<Controller, 'kind' | 'references' | 'watches'>,
  resource: Resource<CustomResourceClass>,
  cache: Pick<ReconcileCache, 'listState'>,
): Unlisted[] {
  const referred = references.flatMap((reference) =>
    [...referredNamespaces(reference, resource)].flatMap((namespace) =>
      unlistedKinds([reference.kind], namespace, cache),
    ),
  );
  const watched = watches.map((watch) => watch.kind);
  return [...referred, ...unlistedKinds([kind, ...watched], resource.metadata.namespace, cache)];
}

/** The kinds that keep a reconcile from all that is rendered. */
export interface UnavailableKinds {
  /** Children that aren't created because their kinds aren't served. */
  readonly absent: readonly Child[];
  /** Objects that the resource goes without, because their kinds aren't served. */
  readonly missing: readonly Unserved[];
  /** The kinds of children whose objects aren't listed. */
  readonly unlisted: readonly Unlisted[];
  /** The reason why nothing may be pruned; undefined if no kind prevents it. */
  readonly failureCause: FailureCause | undefined;
}

/** The kinds that the API server doesn't serve or show, after the children of a resource were applied. */
export function unavailableKinds(
  outcomes: readonly ChildOutcome[],
  parsed: Resource<CustomResourceClass>,
  { scope: { cache, controller, lagging } }: Pick<ReconcileRun, 'scope'>,
): UnavailableKinds {
  const unavailable = outcomesOf(outcomes, 'kind-unavailable');
  const unlisted = unavailable.flatMap(({ child: { kind }, listState }) =>
    isConclusive(listState) ? [] : [{ kind, listState }],
  );
  const absent = unavailable.filter(({ listState }) => listState === 'not-served').map(({ child }) => child);
  const missing = [
    ...unservedChildren(absent, (kind) => controller.policy(kind)),
    ...unservedReferences(controller, parsed, cache),
  ];
  const failureCause =
    unservedKindsCause(missing, 'report') ??
    unlistedKindsCause(unlisted) ??
    failureCauseOfLag(lagging(parsed.metadata));
  return { absent, missing, unlisted, failureCause };
}

/** Names the unlisted kinds, with the reasons; undefined if there are none. */
export function unlistedKindsCause(all: readonly Unlisted[]): FailureCause | undefined {
  const failureCauses = (['forbidden', 'not-listed', 'over-limit'] as const).flatMap((listState): FailureCause[] => {
    const kinds = distinctKinds(all.filter((each) => each.listState === listState).map(({ kind }) => kind));
    if (kinds.length === 0) return [];
    return [
      {
        reason: listStateReasons[listState],
        message: unlistedWords[listState](kinds.map(formatGroupVersionKind).join(', ')),
      },
    ];
  });
  const [first] = failureCauses;
  return first && { reason: first.reason, message: failureCauses.map(({ message }) => message).join('; ') };
}

/** Names the kinds whose caches lag far behind the writes for a resource; undefined if there are none. */
function failureCauseOfLag(kinds: readonly GroupVersionKind[]): FailureCause | undefined {
  if (kinds.length === 0) return undefined;
  const titles = kinds.map(formatGroupVersionKind).join(', ');
  const message = `the watch of ${titles} doesn't show what was written more than a minute ago: nothing is deleted, and \`reconcile\` isn't called, until it does; the operator's log says why it fails`;
  return { reason: listStateReasons['not-listed'], message };
}

const unlistedWords: Readonly<Record<Unlisted['listState'], (kinds: string) => string>> = {
  forbidden: (kinds) =>
    `this account may not list and watch ${kinds}: what needs them stays as it is; allow it in a role that is bound to this account`,
  'not-listed': (kinds) =>
    `the API server hasn't listed any ${kinds} since the operator's start: what needs them stays as it is; the operator's log says why`,
  'over-limit': (kinds) =>
    `the objects of the namespace don't fit into the operator's cache, among them ${kinds}: what needs them stays as it is; delete or shrink some, or raise the memory limit of the operator`,
};

/** An object of a kind that the API server doesn't serve. */
export interface Unserved {
  readonly kind: Kind;
  /** `ServiceMonitor default/web is not made`. */
  readonly consequence: string;
  readonly whenNotServed: WhenNotServed;
}

/** The time after which a child is tried again if the cache shows its kind as served, and the API server doesn't serve it. */
export const unservedRetryMs = 30_000;

/** The children that can't be created. */
export function unservedChildren(children: readonly Child[], policy: (kind: Kind) => ChildPolicy): Unserved[] {
  return children.map(({ kind, key }) => ({
    kind,
    consequence: `${addressTitle({ kind, key })} is not made`,
    whenNotServed: policy(kind).whenNotServed,
  }));
}

/** The references of a resource that can't be resolved. */
function unservedReferences(
  { references }: Pick<Controller, 'references'>,
  resource: Resource<CustomResourceClass>,
  cache: Pick<ReconcileCache, 'listState'>,
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
        ...referencesOf(one, resource).map((address) => `${addressTitle(address)}, which it refers to, is not seen`),
        ...(isSelecting ? [`no ${kind.kind} that it selects is seen`] : []),
      ].map((consequence) => ({ kind, consequence, whenNotServed }));
    });
}

/** Names the missing kinds of a policy, one sentence for each with its remedy; undefined if none is missing. */
export function unservedKindsCause(all: readonly Unserved[], policy: WhenNotServed): FailureCause | undefined {
  const reported = all.filter(({ whenNotServed }) => whenNotServed === policy);
  if (reported.length === 0) return undefined;
  const sentences = distinctKinds(reported.map(({ kind }) => kind)).map((kind) => {
    const consequences = reported.filter((other) => isSameKind(other.kind, kind)).map(({ consequence }) => consequence);
    const remedy = `install the CustomResourceDefinition ${definitionName(kind)}, with ${kind.version} served`;
    return `the API server doesn't serve ${formatGroupVersionKind(kind)}: ${consequences.join(', ')}; ${remedy}`;
  });
  return { reason: 'KindNotServed', message: sentences.join('; ') };
}

function addressTitle({ kind, key }: ObjectAddress): string {
  return `${kind.kind} ${formatObjectKey(key)}`;
}
