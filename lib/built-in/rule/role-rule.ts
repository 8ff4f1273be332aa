import type { JsonObject } from '../../api/index.ts';
import { fieldsAt, ownField, textOrEmpty } from '../../schema/index.ts';
import { type Cause, innerPath, invalidValue, requiredValue, unsupportedValue } from '../field-cause.ts';
import { allRules, itemsOf, presentFieldNames, type StructRule } from './struct-rule.ts';
import { formCauses } from './value-form.ts';

/** Rules of roles name resources or URLs. */
function roleRules(scope: 'Cluster' | 'Namespaced'): StructRule {
  return function* ruleCauses(role) {
    for (const [rule, place] of itemsOf(role, 'rules')) {
      const { apiGroups, resources, nonResourceURLs } = rule;
      if (nonResourceURLs === undefined) {
        if (apiGroups === undefined)
          yield requiredValue(innerPath(place, 'apiGroups'), 'resource rules must supply at least one api group');
        if (resources === undefined)
          yield requiredValue(innerPath(place, 'resources'), 'resource rules must supply at least one resource');
        continue;
      }
      const field = innerPath(place, 'nonResourceURLs');
      const both = 'rules cannot apply to both regular resources and non-resource URLs';
      if (scope === 'Namespaced')
        yield invalidValue(field, nonResourceURLs, 'namespaced rules cannot apply to non-resource URLs');
      if (presentFieldNames(rule, ['apiGroups', 'resources', 'resourceNames']).length > 0)
        yield invalidValue(field, nonResourceURLs, both);
    }
  };
}

function binding(kinds: readonly string[]): StructRule {
  return function* roleReferenceCauses(value) {
    const { kind = '' } = fieldsAt(value, 'roleRef');
    if (!kinds.includes(textOrEmpty(kind))) yield unsupportedValue('roleRef.kind', kind, kinds);
  };
}

const subjectGroups = { ServiceAccount: '', User: 'rbac.authorization.k8s.io', Group: 'rbac.authorization.k8s.io' };

/** Subjects have the group of their kind. */
function* subject({ kind, name = '', apiGroup = '' }: JsonObject): Iterable<Cause> {
  const group = ownField(subjectGroups, textOrEmpty(kind));
  if (kind === 'ServiceAccount' && name !== '') yield* formCauses('subdomain', textOrEmpty(name), 'name');
  if (group !== undefined && apiGroup !== group) yield unsupportedValue('apiGroup', apiGroup, [group]);
}

/** ServiceAccounts of a binding without a namespace have their own. */
function* clusterSubjects(value: JsonObject): Iterable<Cause> {
  for (const [{ kind, namespace = '' }, place] of itemsOf(value, 'subjects'))
    if (kind === 'ServiceAccount' && namespace === '') yield requiredValue(innerPath(place, 'namespace'));
}

/** Definition → rule. */
export const roleStructRules: Readonly<Record<string, StructRule>> = {
  'rbac.v1.ClusterRole': roleRules('Cluster'),
  'rbac.v1.ClusterRoleBinding': allRules(binding(['ClusterRole']), clusterSubjects),
  'rbac.v1.Role': roleRules('Namespaced'),
  'rbac.v1.RoleBinding': binding(['Role', 'ClusterRole']),
  'rbac.v1.Subject': subject,
};
