import { fieldsAt, ownField, textOrEmpty } from '../../schema/index.ts';
import { invalidValue, requiredValue, unsupportedValue } from '../field-cause.ts';
import { formCauses } from './field-rule.ts';
import { allRules, causeIf, innerPath, itemsOf, type StructRule, setFields } from './struct-rule.ts';

/** Rules of roles name resources or URLs. */
function roleRules(scope: 'Cluster' | 'Namespaced'): StructRule {
  return (role) =>
    itemsOf(role, 'rules').flatMap(([rule, place]) => {
      if (rule.nonResourceURLs === undefined) {
        return [
          ...causeIf(rule.apiGroups === undefined, () =>
            requiredValue(innerPath(place, 'apiGroups'), 'resource rules must supply at least one api group'),
          ),
          ...causeIf(rule.resources === undefined, () =>
            requiredValue(innerPath(place, 'resources'), 'resource rules must supply at least one resource'),
          ),
        ];
      }
      const field = innerPath(place, 'nonResourceURLs');
      return [
        ...causeIf(scope === 'Namespaced', () =>
          invalidValue(field, rule.nonResourceURLs, 'namespaced rules cannot apply to non-resource URLs'),
        ),
        ...causeIf(setFields(rule, ['apiGroups', 'resources', 'resourceNames']).length > 0, () =>
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
  return (value) => {
    const { kind = '' } = fieldsAt(value, 'roleRef');
    return causeIf(!kinds.includes(textOrEmpty(kind)), () => unsupportedValue('roleRef.kind', kind, kinds));
  };
}

const subjectGroups = { ServiceAccount: '', User: 'rbac.authorization.k8s.io', Group: 'rbac.authorization.k8s.io' };

const subject: StructRule = ({ kind, name = '', apiGroup = '' }) => {
  const group = ownField(subjectGroups, textOrEmpty(kind));
  return [
    ...(kind !== 'ServiceAccount' || name === '' ? [] : formCauses('subdomain', textOrEmpty(name), 'name')),
    ...causeIf(group !== undefined && apiGroup !== group, () => unsupportedValue('apiGroup', apiGroup, [group ?? ''])),
  ];
};

/** ServiceAccounts of a binding without a namespace have their own. */
const clusterSubjects: StructRule = (value) =>
  itemsOf(value, 'subjects').flatMap(([{ kind, namespace = '' }, place]) =>
    causeIf(kind === 'ServiceAccount' && namespace === '', () => requiredValue(innerPath(place, 'namespace'))),
  );

/** Definition → rule. */
export const roleStructRules: Readonly<Record<string, StructRule>> = {
  'rbac.v1.ClusterRole': roleRules('Cluster'),
  'rbac.v1.ClusterRoleBinding': allRules(binding(['ClusterRole']), clusterSubjects),
  'rbac.v1.Role': roleRules('Namespaced'),
  'rbac.v1.RoleBinding': binding(['Role', 'ClusterRole']),
  'rbac.v1.Subject': subject,
};
