import type { Place } from '../../content/index.ts';
import type { OwnKinds } from './own-kind.ts';

/**
 * Returns the requests that a rule of a webhook or policy matches and no rule of `others` does, such as
 * `DELETE of databases`.
 *
 * @param own - the kinds with known scopes.
 * @default none
 * @see
 *   https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules
 */
export function addedRequests(rule: Place, others: readonly Place[], own?: OwnKinds): readonly string[] {
  return rule.at('resources').texts.flatMap((resource) => {
    const scope = own?.scopeOf(rule, resource);
    const scopes = scope === undefined ? scopesOfRule(rule) : scopesOfRule(rule).filter((each) => each === scope);
    const uncovered = (operation: string) =>
      scopes.filter(
        (each) => !others.some((other) => isRequestCovered(rule, other, { resource, operation, scope: each })),
      );
    const byScopes = Map.groupBy(rule.at('operations').texts, (operation) => uncovered(operation).join());
    return [...byScopes].flatMap(([missing, operations]) => {
      if (missing === '') return [];
      const where = missing === bothScopes.join() || missing === scope ? '' : ` in the scope ${missing}`;
      return [`${operations.join(', ')} of ${resource}${where}`];
    });
  });
}

function isRequestCovered(
  rule: Place,
  other: Place,
  asked: { readonly resource: string; readonly operation: string; readonly scope: string },
): boolean {
  const has = (field: string, value: string) => other.at(field).texts.some((each) => each === '*' || each === value);
  const { texts: names } = rule.at('resourceNames');
  const { texts: otherNames } = other.at('resourceNames');
  return (
    has('resources', asked.resource) &&
    has('operations', asked.operation) &&
    scopesOfRule(other).includes(asked.scope) &&
    rule.at('apiGroups').texts.every((group) => has('apiGroups', group)) &&
    rule.at('apiVersions').texts.every((version) => has('apiVersions', version)) &&
    (otherNames.length === 0 || (names.length > 0 && names.every((name) => otherNames.includes(name))))
  );
}

const bothScopes: readonly string[] = ['Cluster', 'Namespaced'];

function scopesOfRule(rule: Place): readonly string[] {
  const scope = rule.at('scope').text ?? '*';
  return scope === '*' ? bothScopes : [scope];
}
