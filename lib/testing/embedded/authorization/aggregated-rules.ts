import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import { labelsOf, metadataText } from '../object.ts';
import { labelSelection } from '../selector/selector-object.ts';

/**
 * Returns the rules that a ClusterRole gathers from others by their labels; undefined if it gathers none.
 *
 * @param roles - all ClusterRoles, by name.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#aggregated-clusterroles
 */
export function aggregatedRules(role: JsonObject, roles: readonly JsonObject[]): readonly JsonValue[] | undefined {
  const { aggregationRule } = role;
  if (!isJsonObject(aggregationRule)) return undefined;
  const selectors = aggregationRule.clusterRoleSelectors;
  const name = metadataText(role, 'name');
  const found: JsonValue[] = [];
  for (const selector of (isJsonList(selectors) ? selectors : []).filter(isJsonObject)) {
    const { matches } = labelSelection(selector);
    const chosen = roles.filter((each) => metadataText(each, 'name') !== name && matches(labelsOf(each)));
    for (const rule of chosen.flatMap(({ rules }) => (isJsonList(rules) ? rules : []))) {
      if (!found.some((each) => isSameJson(each, rule))) found.push(rule);
    }
  }
  return found;
}
