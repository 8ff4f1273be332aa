import { type BundleContent, bundleBindings, bundlePermissions, type Place } from '../../../content/index.ts';
import { roleOfReference } from '../../model/access/grant.ts';
import { bundleDeployments } from '../../model/workload/deployment.ts';
import type { BundleRule } from '../../rule.ts';
import { suggestedNamespace } from '../../suggested-namespace.ts';

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
        const isMalformed = !bindableRoleKinds(binding).includes(roleRef.at('kind').text ?? '');
        yield {
          place: roleRef.at(isMalformed ? 'kind' : 'name'),
          ...(isMalformed && { rejection: { by: 'API server', message: 'roleRef.kind: Unsupported value' } }),
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
          const group = subject.at('apiGroup');
          const kind = subject.at('kind').text;
          const isAccount = kind === 'ServiceAccount';
          if (group.text !== undefined && group.text !== '' && (isAccount || group.text !== rbac)) {
            yield {
              place: group,
              rejection: { by: 'API server', message: 'subjects[…].apiGroup: Unsupported value' },
              what: `API servers reject a ${kind ?? 'subject'} of the group ${group.text}`,
              remedy: isAccount ? 'leave it out: accounts are in the core group' : `write ${rbac}`,
            };
          }
          if (!isAccount) continue;
          if ((namespace.text ?? '') === '') {
            yield {
              place: namespace,
              ...(isForCluster && {
                rejection: { by: 'API server', message: 'subjects[…].namespace: Required value' },
              }),
              what: isForCluster
                ? `API servers reject the account ${name} without a namespace`
                : `the account ${name} has no namespace, so that the binding matches no account`,
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

const rbac = 'rbac.authorization.k8s.io';

/** Returns the kinds of roles that a binding may name: a RoleBinding may name both. */
function bindableRoleKinds(binding: Place): readonly string[] {
  return binding.at('kind').text === 'RoleBinding' ? ['Role', 'ClusterRole'] : ['ClusterRole'];
}

function boundRoleProblem(bundle: BundleContent, binding: Place): string | undefined {
  const roleRef = binding.at('roleRef');
  const kind = roleRef.at('kind').text;
  const name = roleRef.at('name').text;
  if (name === undefined || kind === undefined) return undefined;
  if (!bindableRoleKinds(binding).includes(kind)) return `a ${binding.at('kind').text ?? ''} can't bind a ${kind}`;
  if (roleOfReference(bundle, roleRef) !== undefined || isBuiltInRole(name)) return undefined;
  return `the bundle has no ${kind} ${name}, and clusters hardly have it`;
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
