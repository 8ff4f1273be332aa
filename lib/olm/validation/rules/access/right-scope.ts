import { type BundleContent, permissions } from '../../../content/index.ts';
import { type AccountGrant, grants, isGranted } from '../../access/grant.ts';
import { knownResources } from '../../access/known-resource.ts';
import type { BundleRule } from '../../rule.ts';

/** Rules for the scope of RBAC rules. */
export const rightScopeRules: readonly BundleRule[] = [
  {
    id: 'access-scope',
    demand:
      'Rights on cluster-scoped resources are clusterPermissions if an operator is never installed for all namespaces.',
    *check(bundle) {
      if (mayBeForAll(bundle)) return;
      const everywhere = clusterGrants(bundle);
      for (const permission of permissions(bundle, ['permissions'])) {
        const account = permission.at('serviceAccountName').text;
        const own = everywhere.filter((grant) => grant.account === account);
        for (const rule of permission.at('rules').items) {
          const groups = rule.at('apiGroups').texts;
          for (const place of rule.at('resources').items) {
            const resource = place.text ?? '';
            const group = groups.find((each) => isOutside(bundle, each, resource));
            if (group === undefined) continue;
            const verbs = rule.at('verbs').texts.filter((verb) => !isGranted(own, { group, resource, verb }));
            if (verbs.length === 0) continue;
            yield {
              place,
              what: `${resource} are cluster-scoped, and OLM creates a Role of this, which allows nothing with them`,
              remedy: 'move the rule to clusterPermissions, or support AllNamespaces',
            };
          }
        }
      }
    },
  },
];

/** Returns true if OLM may create ClusterRoles from permissions, as it does for an installation in all namespaces. */
function mayBeForAll({ clusterServiceVersion }: BundleContent): boolean {
  const modes = clusterServiceVersion.at('spec', 'installModes').items;
  const supported = modes.filter((mode) => mode.at('supported').value === true);
  return supported.length === 0 || supported.some((mode) => mode.at('type').text === 'AllNamespaces');
}

/** Returns all grants except those of permissions. */
function clusterGrants(bundle: BundleContent): readonly AccountGrant[] {
  const { file } = bundle.clusterServiceVersion;
  return grants(bundle).filter(
    ({ rule }) => rule.file !== file || !rule.path.startsWith('spec.install.spec.permissions'),
  );
}

/**
 * Returns true if resources of that group are cluster-scoped. A Role may allow to read and change its own namespace.
 */
function isOutside({ definitions }: BundleContent, group: string, resource: string): boolean {
  const [plural = ''] = resource.split('/');
  if (plural === 'namespaces') return false;
  const scopes = [
    ...knownResources.filter((kind) => kind.group === group && kind.plural === plural),
    ...definitions
      .map((definition) => definition.at('spec'))
      .filter((spec) => spec.at('group').text === group && spec.at('names', 'plural').text === plural)
      .map((spec) => ({ scope: spec.at('scope').text })),
  ];
  return scopes.length > 0 && scopes.every(({ scope }) => scope === 'Cluster');
}
