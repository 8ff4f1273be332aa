import { isProtectedKind, type Kind } from '../../api/index.ts';
import type { Grant } from './grant.ts';
import { verbsOf } from './need.ts';

/** What of a controller decides its access. */
export interface ControllerDemand {
  readonly kind: Kind;
  readonly owns: readonly Kind[];
  readonly watches: readonly { readonly kind: Kind }[];
  readonly props: { readonly cleanup?: unknown };
}

/** What one controller needs: exactly what its definition makes the run time do. */
export function controllerGrants({ kind, owns, watches, props: { cleanup } }: ControllerDemand): Grant[] {
  const { group, plural } = kind;
  return [
    { group, resource: plural, verbs: verbsOf('follow') },
    { group, resource: `${plural}/status`, verbs: verbsOf('report') },
    ...(cleanup === undefined ? [] : [{ group, resource: plural, verbs: verbsOf('finalize') }]),
    ...(owns.length === 0 ? [] : [{ group, resource: `${plural}/finalizers`, verbs: verbsOf('own') }]),
    ...owns.map((owned) => ({
      group: owned.group,
      resource: owned.plural,
      verbs: [...verbsOf('follow'), ...verbsOf('apply'), ...(isProtectedKind(owned) ? [] : verbsOf('prune'))],
    })),
    ...watches.map((watched) => ({
      group: watched.kind.group,
      resource: watched.kind.plural,
      verbs: verbsOf('follow'),
    })),
    // Events are written beside the object that they are about, in any namespace.
    { group: '', resource: 'events', verbs: verbsOf('record') },
  ];
}
