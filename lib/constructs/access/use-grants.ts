import type { Kind, UseVerb } from '../../api/index.ts';
import type { Grant } from './grant.ts';
import { kindGrant, type Need, subresourceGrant } from './need.ts';

/** The need of each method of a callback's client. */
const needs = {
  get: 'inspect',
  list: 'survey',
  create: 'create',
  apply: 'apply',
  patch: 'patch',
  patchStatus: 'patch',
  delete: 'prune',
} as const satisfies Record<UseVerb, Need>;

/** Returns the rights that declared uses take: those of each method, and no others. */
export function useGrants(uses: readonly { readonly kind: Kind; readonly verbs: readonly UseVerb[] }[]): Grant[] {
  return uses.flatMap(({ kind, verbs }) =>
    verbs.map((verb) =>
      verb === 'patchStatus' ? subresourceGrant(kind, 'status', needs[verb]) : kindGrant(kind, needs[verb]),
    ),
  );
}
