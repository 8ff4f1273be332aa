import { isProtectedKind, isSameKind, type Kind } from '../../api/index.ts';
import { claimKind } from '../controller/claim-template.ts';
import { type ChildPolicy, deletesDropped } from '../controller/owned-kind.ts';
import type { Grant } from './grant.ts';
import { type Need, verbsOf } from './need.ts';
import { kindGrant, subresourceGrant } from './needed-grant.ts';

/** The parts of a controller that determine its rights. */
export interface ControllerDemand {
  /** With its older versions, if there are any. */
  readonly kind: Kind & { readonly versions?: readonly unknown[] };
  readonly owns: readonly Kind[];
  /** Includes the owned kinds. */
  readonly prunes: readonly Kind[];
  readonly watches: readonly { readonly kind: Kind }[];
  readonly references: readonly { readonly kind: Kind }[];
  readonly growsClaims: boolean;
  readonly policy: (kind: Kind) => ChildPolicy;
  readonly props: { readonly cleanup?: unknown };
}

/** Returns true if a child of a kind may be deleted: because it is no longer rendered, or to create it again. */
function mayDeleteChildren(kind: Kind, demand: Pick<ControllerDemand, 'policy'>): boolean {
  const policy = demand.policy(kind);
  return deletesDropped(kind, policy) || (policy.whenImmutable !== 'report' && !isProtectedKind(kind));
}

/**
 * Returns true if the owners of an existing child may change: it is adopted, or it names its owner in a version that
 * has become an older one.
 */
function mayChangeOwners(owned: Kind, demand: Pick<ControllerDemand, 'kind' | 'policy'>): boolean {
  return demand.policy(owned).whenUncontrolled === 'adopt' || (demand.kind.versions ?? []).length > 0;
}

/** Returns the rights that a controller needs: exactly those that its definition requires at run time. */
export function controllerGrants(demand: ControllerDemand): Grant[] {
  const { kind, owns, prunes, watches, references, growsClaims, props } = demand;
  const retired = prunes.filter((each) => !owns.some((owned) => isSameKind(owned, each)));
  // While claims grow, their StatefulSet may be gone, and a finalizer keeps its resource.
  const hasFinalizer = props.cleanup !== undefined || growsClaims;
  return [
    kindGrant(kind, 'watch', ...(hasFinalizer ? (['finalize'] as const) : [])),
    subresourceGrant(kind, 'status', 'writeStatus'),
    ...(owns.length === 0 ? [] : [subresourceGrant(kind, 'finalizers', 'blockDeletion')]),
    ...owns.map((owned) => childGrant(owned, demand)),
    ...retired.map((each) => kindGrant(each, 'watch', 'prune')),
    ...[...watches, ...references].map((watched) => kindGrant(watched.kind, 'watch')),
    ...(growsClaims ? [kindGrant(claimKind, 'watch', 'growClaim')] : []),
    // An Event is written in the namespace of its object; one about a cluster-scoped object, in `default`.
    { group: '', resource: 'events', verbs: verbsOf('recordEvent'), scope: kind.scope },
  ];
}

function childGrant(owned: Kind, demand: ControllerDemand): Grant {
  const needs: Need[] = ['watch', 'apply'];
  if (mayDeleteChildren(owned, demand)) needs.push('prune');
  if (mayChangeOwners(owned, demand)) needs.push('changeOwner');
  return kindGrant(owned, ...needs);
}
