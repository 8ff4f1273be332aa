// The rules of roles and their bindings.

import { textOrEmpty } from '../../object.ts';
import { invalidValue, requiredValue, unsupportedValue } from '../../status-error.ts';
import { formCauses } from './field-rule.ts';
import { all, inner, innerPath, itemsOf, type StructRule, setFields, when } from './struct.ts';

/** Rules of roles name resources or URLs. */
function roleRules(isClusterWide: boolean): StructRule {
  return (role, path) =>
    itemsOf(role, 'rules', path).flatMap(([rule, place]) => {
      if (rule.nonResourceURLs === undefined) {
        return [
          ...when(rule.apiGroups === undefined, () =>
            requiredValue(innerPath(place, 'apiGroups'), 'resource rules must supply at least one api group'),
          ),
          ...when(rule.resources === undefined, () =>
            requiredValue(innerPath(place, 'resources'), 'resource rules must supply at least one resource'),
          ),
        ];
      }
      const field = innerPath(place, 'nonResourceURLs');
      return [
        ...when(!isClusterWide, () =>
          invalidValue(field, rule.nonResourceURLs, 'namespaced rules cannot apply to non-resource URLs'),
        ),
        ...when(setFields(rule, ['apiGroups', 'resources', 'resourceNames']).length > 0, () =>
          invalidValue(
            field,
            rule.nonResourceURLs,
            'rules cannot apply to both regular resources and non-resource URLs',
          ),
        ),
      ];
    });
}

function binding(kinds: readonly string[]): StructRule {
  return (value, path) => {
    const { kind = '' } = inner(value, 'roleRef');
    return when(!kinds.includes(textOrEmpty(kind)), () =>
      unsupportedValue(innerPath(path, 'roleRef.kind'), kind, kinds),
    );
  };
}

const subject: StructRule = ({ kind, name = '' }, path) =>
  kind !== 'ServiceAccount' || name === '' ? [] : formCauses('subdomain', textOrEmpty(name), innerPath(path, 'name'));

/** ServiceAccounts of a binding without a namespace have their own. */
const clusterSubjects: StructRule = (value, path) =>
  itemsOf(value, 'subjects', path).flatMap(([{ kind, namespace = '' }, place]) =>
    when(kind === 'ServiceAccount' && namespace === '', () => requiredValue(innerPath(place, 'namespace'))),
  );

/** Definition → rule. */
export const roleStructRules: Readonly<Record<string, StructRule>> = {
  'rbac.v1.ClusterRole': roleRules(true),
  'rbac.v1.ClusterRoleBinding': all(binding(['ClusterRole']), clusterSubjects),
  'rbac.v1.Role': roleRules(false),
  'rbac.v1.RoleBinding': binding(['Role', 'ClusterRole']),
  'rbac.v1.Subject': subject,
};
