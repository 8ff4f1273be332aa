// In: stored roles and bindings. Out: their content as types. Called by the index of roles and by the controller that aggregates.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import type { PolicyRule } from '../../../constructs/index.ts';
import { fieldsIn, getOrMake, isJsonList, objectList, textList, textOrEmpty } from '../../../schema/index.ts';

/** The group of roles and bindings. */
export const accessGroup = 'rbac.authorization.k8s.io';

/** A reference to a role. */
export interface RoleReference {
  readonly kind: string;
  readonly name: string;
  readonly group: string;
}

/** A user, group or ServiceAccount of a binding. */
export interface BoundSubject {
  readonly kind: string;
  readonly name: string;
  /** Empty if it has none. */
  readonly namespace: string;
}

const parsed = new WeakMap<readonly JsonValue[], readonly PolicyRule[]>();

/** Returns the rules of a Role or ClusterRole. */
export function policyRulesOf({ rules }: JsonObject): readonly PolicyRule[] {
  if (!isJsonList(rules)) return [];
  return getOrMake(parsed, rules, () =>
    rules.filter(isJsonObject).map((rule) => ({
      verbs: textList(rule.verbs),
      apiGroups: textList(rule.apiGroups),
      resources: textList(rule.resources),
      resourceNames: textList(rule.resourceNames),
      nonResourceURLs: textList(rule.nonResourceURLs),
    })),
  );
}

/** Returns the role that a binding gives. */
export function roleReference({ roleRef }: JsonObject): RoleReference {
  const { kind, name, apiGroup } = fieldsIn(roleRef);
  return { kind: textOrEmpty(kind), name: textOrEmpty(name), group: textOrEmpty(apiGroup) };
}

/** Returns the subjects of a binding. */
export function subjectsOf({ subjects }: JsonObject): readonly BoundSubject[] {
  return objectList(subjects).map(({ kind, name, namespace }) => ({
    kind: textOrEmpty(kind),
    name: textOrEmpty(name),
    namespace: textOrEmpty(namespace),
  }));
}
