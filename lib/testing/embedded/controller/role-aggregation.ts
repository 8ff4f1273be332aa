// In: changes of ClusterRoles. Out: the rules of those that gather rules of others. Started by the embedded cluster.

import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { labelSelection, labelsOf, metadataText } from '../../../built-in/index.ts';
import { canonicalJson, fieldsIn, listOf, objectList } from '../../../schema/index.ts';
import { appliedFields } from '../apply/field-manager.ts';
import { accessGroup } from '../authorization/role.ts';
import type { ServerState } from '../server-state.ts';
import { fieldWrite } from '../write/target.ts';
import type { ControllerQueue } from './controller-queue.ts';

const collection = `${accessGroup}/clusterroles`;
const manager = 'clusterrole-aggregation-controller';

/** Gathers the rules of ClusterRoles by their labels, until nothing changes: a gathering role may be gathered itself. */
export function aggregateRoles(state: ServerState, queue: ControllerQueue): void {
  const roles = () => state.store.list(collection).map(([, role]) => role);
  // A role that gathers rules, or whose rules another gathers.
  const isGathered = (role: JsonObject) =>
    isJsonObject(role.aggregationRule) ||
    roles()
      .flatMap(selectionsOf)
      .some(({ matches }) => matches(labelsOf(role)));
  state.store.subscribe(collection, ({ object, previous = object }) => {
    if (isGathered(object) || isGathered(previous)) queue.add(manager, async () => gather(state, roles()));
  });
}

function gather(state: ServerState, roles: readonly JsonObject[]): void {
  for (const role of roles) {
    const rules = aggregatedRules(role, roles);
    if (rules !== undefined && !isSameJson(rules, role.rules ?? [])) applyRules(state, role, rules);
  }
}

function applyRules(state: ServerState, role: JsonObject, rules: readonly JsonValue[]): void {
  const type = state.registry.find(accessGroup, 'v1', 'clusterroles');
  if (type === undefined) return;
  const name = metadataText(role, 'name');
  const applied: JsonObject = { apiVersion: type.apiVersion, kind: type.kind, metadata: { name }, rules };
  const { object } = appliedFields(role, applied, {
    ...fieldWrite(state, type, { name: manager, operation: 'Apply' }),
    isForced: true,
  });
  state.store.put(collection, name, object);
}

/**
 * Returns the rules that a ClusterRole gathers from others by their labels; undefined if it gathers none.
 *
 * @param roles - all ClusterRoles, by name.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#aggregated-clusterroles
 */
export function aggregatedRules(role: JsonObject, roles: readonly JsonObject[]): readonly JsonValue[] | undefined {
  if (!isJsonObject(role.aggregationRule)) return undefined;
  const name = metadataText(role, 'name');
  const found = new Map<string, JsonValue>();
  for (const { matches } of selectionsOf(role)) {
    const chosen = roles.filter((each) => metadataText(each, 'name') !== name && matches(labelsOf(each)));
    for (const rule of chosen.flatMap(({ rules }) => listOf(rules))) {
      const text = canonicalJson(rule);
      if (!found.has(text)) found.set(text, rule);
    }
  }
  return [...found.values()];
}

function selectionsOf({ aggregationRule }: JsonObject) {
  return objectList(fieldsIn(aggregationRule).clusterRoleSelectors).map((selector) => labelSelection(selector));
}
