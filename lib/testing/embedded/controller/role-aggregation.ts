// In: changes of ClusterRoles. Out: the rules of those that gather rules of others. Started by the embedded cluster.

import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { labelSelection, labelsOf, listOf, metadataText, objectList } from '../../../built-in/index.ts';
import { appliedFields } from '../apply/field-manager.ts';
import { accessGroup } from '../authorization/role.ts';
import type { ServerState } from '../server-state.ts';
import { fieldWrite } from '../write/target.ts';
import type { ControllerQueue } from './controller-queue.ts';

const collection = `${accessGroup}/clusterroles`;
const manager = 'clusterrole-aggregation-controller';

/** Gathers the rules of ClusterRoles by their labels, until nothing changes: a gathering role may be gathered itself. */
export class RoleAggregation {
  readonly #state: ServerState;

  constructor(state: ServerState, queue: ControllerQueue) {
    this.#state = state;
    state.store.subscribe(collection, () => queue.add(manager, async () => this.#gather()));
  }

  #gather(): void {
    const roles = this.#state.store.list(collection).map(([, role]) => role);
    for (const role of roles) {
      const rules = aggregatedRules(role, roles);
      if (rules !== undefined && !isSameJson(rules, role.rules ?? [])) this.#apply(role, rules);
    }
  }

  #apply(role: JsonObject, rules: readonly JsonValue[]): void {
    const { registry, store } = this.#state;
    const type = registry.find(accessGroup, 'v1', 'clusterroles');
    if (type === undefined) return;
    const name = metadataText(role, 'name');
    const applied: JsonObject = { apiVersion: type.apiVersion, kind: type.kind, metadata: { name }, rules };
    const { object } = appliedFields(role, applied, {
      ...fieldWrite(this.#state, type, {
        name: manager,
        operation: 'Apply',
        apiVersion: type.apiVersion,
        subresource: '',
      }),
      isForced: true,
    });
    store.put(collection, name, object);
  }
}

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
  for (const selector of objectList(selectors)) {
    const { matches } = labelSelection(selector);
    const chosen = roles.filter((each) => metadataText(each, 'name') !== name && matches(labelsOf(each)));
    for (const rule of chosen.flatMap(({ rules }) => listOf(rules))) {
      if (!found.some((each) => isSameJson(each, rule))) found.push(rule);
    }
  }
  return found;
}
