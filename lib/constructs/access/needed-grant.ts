import type { Kind, UseVerb } from '../../api/index.ts';
import type { Grant } from './grant.ts';
import { type Need, verbsOf } from './need.ts';

/** Returns the right to the objects of a kind that some needs require. */
export function kindGrant({ group, plural, scope }: Kind, ...needs: readonly Need[]): Grant {
  return { group, resource: plural, verbs: verbsOf(...needs), scope };
}

/** Returns the right to a part of the objects of a kind, such as their status, that a need requires. */
export function subresourceGrant({ group, plural, scope }: Kind, subresource: string, need: Need): Grant {
  return { group, resource: `${plural}/${subresource}`, verbs: verbsOf(need), scope };
}

/** The need of each method of a callback's client. */
const needByMethod = {
  get: 'read',
  list: 'list',
  create: 'create',
  apply: 'apply',
  patch: 'patch',
  patchStatus: 'patch',
  delete: 'prune',
} as const satisfies Record<UseVerb, Need>;

/** Returns the rights that declared uses of kinds need: those of each method, and no others. */
export function useGrants(uses: readonly { readonly kind: Kind; readonly verbs: readonly UseVerb[] }[]): Grant[] {
  return uses.flatMap(({ kind, verbs }) =>
    verbs.map((verb) =>
      verb === 'patchStatus'
        ? subresourceGrant(kind, 'status', needByMethod[verb])
        : kindGrant(kind, needByMethod[verb]),
    ),
  );
}
