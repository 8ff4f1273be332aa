import { isProtectedKind, type Kind } from '../../api/index.ts';
import { claimKind } from '../claim-template.ts';
import type { Grant } from './grant.ts';
import { verbsOf } from './need.ts';

/** What of a controller decides its access. */
export interface ControllerDemand {
  readonly kind: Kind;
  readonly owns: readonly Kind[];
  readonly watches: readonly { readonly kind: Kind }[];
  readonly references: readonly { readonly kind: Kind }[];
  readonly growsClaims: boolean;
  readonly props: { readonly cleanup?: unknown };
}

/** What one controller needs: exactly what its definition makes the run time do. */
export function controllerGrants(demand: ControllerDemand): Grant[] {
  const { kind, owns, watches, references, growsClaims, props } = demand;
  const { group, plural } = kind;
  // While claims grow, their StatefulSet may be gone, and its resource is held.
  const isHeld = props.cleanup !== undefined || growsClaims;
  return [
    { group, resource: plural, verbs: verbsOf('follow') },
    { group, resource: `${plural}/status`, verbs: verbsOf('report') },
    ...(isHeld ? [{ group, resource: plural, verbs: verbsOf('finalize') }] : []),
    ...(owns.length === 0 ? [] : [{ group, resource: `${plural}/finalizers`, verbs: verbsOf('own') }]),
    ...owns.map((owned) => ({
      group: owned.group,
      resource: owned.plural,
      verbs: [...verbsOf('follow'), ...verbsOf('apply'), ...(isProtectedKind(owned) ? [] : verbsOf('prune'))],
    })),
    ...[...watches, ...references].map((followed) => ({
      group: followed.kind.group,
      resource: followed.kind.plural,
      verbs: verbsOf('follow'),
    })),
    ...(growsClaims
      ? [{ group: claimKind.group, resource: claimKind.plural, verbs: [...verbsOf('follow'), ...verbsOf('grow')] }]
      : []),
    // Events are written beside the object that they are about, in any namespace.
    { group: '', resource: 'events', verbs: verbsOf('record') },
  ];
}
