// In: what a user has asked for, and what it may do. Out: what it has asked for beyond that, in words.
// Called by tests of operators.

import { type Authorization, formatAuthorization } from './authorization.ts';
import type { GrantedRight } from './granted-right.ts';
import { publicRights } from './public-right.ts';
import type { RecordedRequest } from './recorded-access.ts';
import { allows } from './right-match.ts';

/**
 * The rights that requests took and that no role gives, one sentence each with its remedy; none if all is well.
 *
 * Judged by the rules alone, so that a missing one shows although the API server let the request pass for another
 * reason. A refusal in spite of the rules is told in the server's own words.
 */
export function missingRights(
  requests: readonly RecordedRequest[],
  rights: readonly GrantedRight[],
): readonly string[] {
  const all = [...rights, ...publicRights];
  return requests.flatMap(({ request, needs, refusal }) => {
    const missing = needs.filter((need) => !all.some((right) => allows(right, need)));
    if (missing.length > 0) return missing.map((need) => sentence(request, need));
    return refusal === undefined ? [] : [`${request} was refused, though the roles allow it: ${refusal}`];
  });
}

function sentence(request: string, need: Authorization): string {
  const remedy =
    'path' in need
      ? 'give it in a ClusterRole, or leave the request out'
      : `grant it, as with operator.grant([${grantOf(need)}]), or leave the request out`;
  return `${request} takes the right to ${formatAuthorization(need)}, which no role gives: ${remedy}`;
}

function grantOf({ group, resource, verb }: Exclude<Authorization, { path: string }>): string {
  return `{ group: '${group}', resource: '${resource}', verbs: ['${verb}'] }`;
}
