import { type BundleContent, bundlePermissions } from '../../../content/index.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { type AccountGrant, accountGrants, isGranted, rbacRules } from '../../model/access/account-grant.ts';
import { areGroupsBuiltIn, builtInResourceProblem, knownResources } from '../../model/access/built-in-resource.ts';
import { groupMisspellings, resourceMisspellings } from '../../model/access/misspelling.ts';
import { typesOfSupportedModes } from '../../model/release/install-mode.ts';

/** Rules for the groups and resources in RBAC rules: they exist. */
export const rightResourceRules: readonly BundleRule[] = [
  {
    id: 'access-group',
    demand: 'The groups of a rule are those of its resources: without a version, as their definitions spell them.',
    *check(bundle) {
      for (const { place, text, meant } of groupMisspellings(bundle)) {
        yield {
          place,
          what: `${text} is not a group of these resources, so that the rule allows nothing`,
          remedy:
            meant.length > 0
              ? `write ${meant.map((group) => `"${group}"`).join(' or ')}`
              : 'write a group without a version: that of core kinds is ""',
        };
      }
    },
  },
  {
    id: 'access-resource',
    demand: 'The resources of a rule are in its groups, by the names that API servers know: lower-case plurals.',
    *check(bundle) {
      for (const rule of rbacRules(bundle)) {
        const groups = rule.at('apiGroups').texts;
        if (!areGroupsBuiltIn(groups)) continue;
        for (const place of rule.at('resources').items) {
          const [resource = ''] = (place.text ?? '').split('/');
          const problem = builtInResourceProblem(resource, groups);
          if (problem === undefined) continue;
          yield { place, what: `${problem.what}, so that the rule allows nothing`, remedy: problem.remedy };
        }
      }
      for (const { place, text, group, meant } of resourceMisspellings(bundle)) {
        yield {
          place,
          what: `the bundle defines no ${text} in ${group}, so that the rule allows nothing`,
          remedy: `write ${meant}`,
        };
      }
    },
  },
  {
    id: 'access-scope',
    demand:
      'Rights on cluster-scoped resources are clusterPermissions if an operator is never installed for all namespaces.',
    *check(bundle) {
      // OLM creates ClusterRoles from permissions for an installation in all namespaces.
      const modes = typesOfSupportedModes(bundle);
      if (modes.length === 0 || modes.includes('AllNamespaces')) return;
      const everywhere = clusterGrants(bundle);
      for (const permission of bundlePermissions(bundle, ['permissions'])) {
        const account = permission.at('serviceAccountName').text;
        const own = everywhere.filter((grant) => grant.account === account);
        for (const rule of permission.at('rules').items) {
          const groups = rule.at('apiGroups').texts;
          for (const place of rule.at('resources').items) {
            const resource = place.text ?? '';
            const group = groups.find((each) => isGroupClusterScoped(bundle, each, resource));
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

function clusterGrants(bundle: BundleContent): readonly AccountGrant[] {
  const { file } = bundle.clusterServiceVersion;
  return accountGrants(bundle).filter(
    ({ rule }) => rule.file !== file || !rule.path.startsWith('spec.install.spec.permissions'),
  );
}

/**
 * Returns true if resources of that group are cluster-scoped. A Role may allow to read and change its own namespace.
 */
function isGroupClusterScoped({ definitions }: BundleContent, group: string, resource: string): boolean {
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
