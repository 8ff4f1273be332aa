import {
  type BundleContent,
  bundleBindings,
  bundlePermissions,
  type Place,
  roleOfReference,
} from '../../../content/index.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { suggestedNamespace } from '../../model/release/suggested-namespace.ts';
import { bundleDeployments } from '../../model/workload/bundle-deployment.ts';

/** Rules for bindings among the bundle's manifests. */
export const bindingRules: readonly BundleRule[] = [
  {
    id: 'binding-role',
    demand: 'A binding names a role of the bundle, or one that every cluster has.',
    *check(bundle) {
      for (const binding of bundleBindings(bundle)) {
        const roleRef = binding.at('roleRef');
        const problem = boundRoleProblem(bundle, binding);
        if (problem === undefined) continue;
        yield {
          place: roleRef.at('name'),
          what: problem,
          remedy: 'add the role to the bundle, or name an existing one',
        };
      }
    },
  },
  {
    id: 'binding-subject',
    demand: 'Accounts that OLM makes have their rights as permissions: bindings would have to know the namespace.',
    *check(bundle) {
      const own = bundleAccounts(bundle);
      const suggested = suggestedNamespace(bundle);
      for (const binding of bundleBindings(bundle)) {
        const isForCluster = binding.at('kind').text === 'ClusterRoleBinding';
        for (const subject of binding.at('subjects').items) {
          const name = subject.at('name').text ?? '';
          const namespace = subject.at('namespace');
          if (subject.at('kind').text !== 'ServiceAccount') continue;
          if (!namespace.hasText) {
            // API servers refuse it in a ClusterRoleBinding.
            if (isForCluster) continue;
            yield {
              place: namespace,
              what: `the account ${name} has no namespace, so that the binding matches no account`,
              remedy: own.has(name) ? `write its rights as permissions of ${name}` : 'name its namespace',
            };
          } else if (own.has(name) && namespace.text !== suggested) {
            yield {
              place: namespace,
              what: `the namespace of the operator is chosen at installation, and in ${namespace.text ?? ''} ${name} may be missing`,
              remedy: `write its rights as permissions of ${name}, from which OLM makes bindings`,
            };
          }
        }
      }
    },
  },
];

function boundRoleProblem(bundle: BundleContent, binding: Place): string | undefined {
  const roleRef = binding.at('roleRef');
  const kind = roleRef.at('kind').text;
  const name = roleRef.at('name').text;
  if (name === undefined || kind === undefined) return undefined;
  if (roleOfReference(bundle, roleRef) !== undefined || isBuiltInRole(name)) return undefined;
  return `the bundle has no ${kind} ${name}, and few clusters have it`;
}

/** Every cluster has these roles; some of the latter are OpenShift's. */
function isBuiltInRole(name: string): boolean {
  return (
    ['admin', 'edit', 'view', 'cluster-admin', 'cluster-reader', 'cluster-monitoring-view'].includes(name) ||
    name.includes(':') ||
    name.startsWith('extension-apiserver-')
  );
}

function bundleAccounts(bundle: BundleContent): ReadonlySet<string | undefined> {
  return new Set([
    ...bundlePermissions(bundle).map((permission) => permission.at('serviceAccountName').text),
    ...bundleDeployments(bundle).map(({ account }) => (account === 'default' ? undefined : account)),
    ...bundle.manifestsOf('', 'ServiceAccount').map((account) => account.at('metadata', 'name').text),
  ]);
}
