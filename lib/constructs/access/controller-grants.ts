import { isProtectedKind, isSameKind, type Kind } from '../../api/index.ts';
import { claimKind } from '../controller/claim-template.ts';
import type { ChildPolicy } from '../controller/owned-kind.ts';
import type { Grant } from './grant.ts';
import { verbsOf } from './need.ts';

/** What of a controller decides its access. */
export interface ControllerDemand {
  /** With its older versions, if it has any. */
  readonly kind: Kind & { readonly versions?: readonly unknown[] };
  readonly owns: readonly Kind[];
  /** With those that it owns. */
  readonly prunes: readonly Kind[];
  readonly watches: readonly { readonly kind: Kind }[];
  readonly references: readonly { readonly kind: Kind }[];
  readonly growsClaims: boolean;
  readonly policy: (kind: Kind) => ChildPolicy;
  readonly props: { readonly cleanup?: unknown };
}

/** Whether a child of a kind may be deleted: because it is no longer rendered, or to be made anew. */
function isEverDeleted(kind: Kind, demand: Pick<ControllerDemand, 'policy'>): boolean {
  const { whenDropped, whenImmutable } = demand.policy(kind);
  return !isProtectedKind(kind) && (whenDropped === 'delete' || whenImmutable !== 'report');
}

/**
 * Whether the owners of a child may change after it was made: because it becomes a child only then, or because it names
 * its owner in a version that is an older one by now.
 */
function isEverClaimed(owned: Kind, demand: Pick<ControllerDemand, 'kind' | 'policy'>): boolean {
  return demand.policy(owned).whenUncontrolled === 'adopt' || (demand.kind.versions ?? []).length > 0;
}

/** What one controller needs: exactly what its definition makes the run time do. */
export function controllerGrants(demand: ControllerDemand): Grant[] {
  const { kind, owns, prunes, watches, references, growsClaims, props } = demand;
  const { group, plural, scope } = kind;
  // While claims grow, their StatefulSet may be gone, and its resource is held.
  const isHeld = props.cleanup !== undefined || growsClaims;
  return [
    { group, resource: plural, verbs: verbsOf('follow'), scope },
    { group, resource: `${plural}/status`, verbs: verbsOf('report'), scope },
    ...(isHeld ? [{ group, resource: plural, verbs: verbsOf('finalize'), scope }] : []),
    ...(owns.length === 0 ? [] : [{ group, resource: `${plural}/finalizers`, verbs: verbsOf('own'), scope }]),
    ...owns.map((owned) => ({
      group: owned.group,
      resource: owned.plural,
      verbs: [
        ...verbsOf('follow'),
        ...verbsOf('apply'),
        ...(isEverDeleted(owned, demand) ? verbsOf('prune') : []),
        ...(isEverClaimed(owned, demand) ? verbsOf('claim') : []),
      ],
      scope: owned.scope,
    })),
    ...prunes
      .filter((retired) => !owns.some((owned) => isSameKind(owned, retired)))
      .map(({ group: retiredGroup, plural: resource, scope: where }) => ({
        group: retiredGroup,
        resource,
        verbs: [...verbsOf('follow'), ...verbsOf('prune')],
        scope: where,
      })),
    ...[...watches, ...references].map((followed) => ({
      group: followed.kind.group,
      resource: followed.kind.plural,
      verbs: verbsOf('follow'),
      scope: followed.kind.scope,
    })),
    ...(growsClaims
      ? [{ group: claimKind.group, resource: claimKind.plural, verbs: [...verbsOf('follow'), ...verbsOf('grow')] }]
      : []),
    // Events are written beside the object that they are about; those about an object of no namespace, in `default`.
    { group: '', resource: 'events', verbs: verbsOf('record'), scope },
  ];
}
