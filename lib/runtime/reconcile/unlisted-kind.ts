// In: the kinds that the render of a resource depends on or produces. Out: those that aren't listed, for conditions.
// Called by the reconcile.

import {
  type CustomResourceClass,
  distinctKinds,
  formatGroupVersionKind,
  type GroupVersionKind,
  isConclusive,
  type Kind,
  type Resource,
} from '../../api/index.ts';
import type { Controller } from '../../constructs/index.ts';
import { referredNamespaces } from '../../render/index.ts';
import type { Observation } from './observation.ts';
import type { FailureCause } from './standard-conditions.ts';
import { unseenReasons } from './unseen-reason.ts';

/** A kind that isn't listed: its objects may exist or not. */
export interface Unlisted {
  readonly kind: Kind;
  readonly listState: 'not-listed' | 'forbidden';
}

/** The kinds among some that aren't listed in a namespace, or in all. */
export function unlistedKinds(
  kinds: readonly Kind[],
  namespace: string | undefined,
  cache: Pick<Observation, 'listState'>,
): Unlisted[] {
  return kinds.flatMap((kind) => {
    const listState = cache.listState(kind, namespace);
    return isConclusive(listState) ? [] : [{ kind, listState }];
  });
}

/**
 * The unlisted kinds that a resource's render or callbacks depend on: those that it refers to, and all that its
 * controller watches. Taking their objects for absent would undo the children made from them.
 */
export function unlistedGrounds(
  { references, watches }: Pick<Controller, 'references' | 'watches'>,
  resource: Resource<CustomResourceClass>,
  cache: Pick<Observation, 'listState'>,
): Unlisted[] {
  const referred = references.flatMap((reference) =>
    [...referredNamespaces(reference, resource)].flatMap((namespace) =>
      unlistedKinds([reference.kind], namespace, cache),
    ),
  );
  const watched = watches.map(({ kind }) => kind);
  return [...referred, ...unlistedKinds(watched, resource.metadata.namespace, cache)];
}

/** Names the unlisted kinds, with the reasons; undefined if there are none. */
export function failureCauseOfUnlisted(all: readonly Unlisted[]): FailureCause | undefined {
  const failureCauses = (['forbidden', 'not-listed'] as const).flatMap((listState): FailureCause[] => {
    const kinds = distinctKinds(all.filter((each) => each.listState === listState).map(({ kind }) => kind));
    if (kinds.length === 0) return [];
    return [
      {
        reason: unseenReasons[listState],
        message: unlistedWords[listState](kinds.map(formatGroupVersionKind).join(', ')),
      },
    ];
  });
  const [first] = failureCauses;
  return first && { reason: first.reason, message: failureCauses.map(({ message }) => message).join('; ') };
}

/** Names the kinds whose caches lag far behind the writes for a resource; undefined if there are none. */
export function failureCauseOfLag(kinds: readonly GroupVersionKind[]): FailureCause | undefined {
  if (kinds.length === 0) return undefined;
  const titles = kinds.map(formatGroupVersionKind).join(', ');
  const message = `the watch of ${titles} doesn't show what was written more than a minute ago: nothing is deleted, and \`reconcile\` isn't called, until it does; the operator's log says why it fails`;
  return { reason: unseenReasons['not-listed'], message };
}

const unlistedWords: Readonly<Record<Unlisted['listState'], (kinds: string) => string>> = {
  forbidden: (kinds) =>
    `this account may not list and watch ${kinds}: what needs them stays as it is; allow it in a role that is bound to this account`,
  'not-listed': (kinds) =>
    `the API server hasn't listed any ${kinds} since the operator's start: what needs them stays as it is; the operator's log says why`,
};
