// In: the roles, bindings and accounts of an operator. Out: the permissions of the manager's accounts, in the format of
// a ClusterServiceVersion; the access manifests that stay files; and findings. Called by `bundle`.

import type { KubernetesObject } from '../../../api/index.ts';
import {
  type BindingManifest,
  isBinding,
  isRole,
  isRoleOfBinding,
  type PolicyRule,
  type RoleManifest,
  roleOfBinding,
} from '../../../constructs/index.ts';
import { type ManifestFinding, manifestTitle } from '../manifest-finding.ts';
import { isManagerAccount, type ManagerAccounts, managerAccountFindings } from './manager-account.ts';

/** The rules of one ServiceAccount. OLM creates the account, its roles and their bindings from them. */
export interface Permission {
  readonly serviceAccountName: string;
  readonly rules: readonly PolicyRule[];
}

/** The access of an operator, folded into permissions. */
export interface Permissions {
  /** Permissions in the namespaces of an installation. */
  readonly permissions: readonly Permission[];
  /**
   * Permissions in all namespaces and on cluster-scoped objects. Each of the manager's accounts is in at least one
   * list.
   */
  readonly clusterPermissions: readonly Permission[];
  /**
   * The manifests that are installed unchanged: roles for users of the operator, bindings and accounts of other
   * workloads.
   */
  readonly extras: readonly KubernetesObject[];
  readonly findings: readonly ManifestFinding[];
}

/**
 * Folds roles into permissions by the bindings that grant them to the manager's accounts.
 *
 * The result is exact or a finding: the accounts get the same rules as without OLM. One exception can't be avoided: if
 * an operator is installed for all namespaces, its `permissions` also apply in all of them.
 */
export function foldedPermissions(manifests: readonly KubernetesObject[], accounts: ManagerAccounts): Permissions {
  const roles = manifests.filter(isRole);
  const bindings = manifests.filter(isBinding);
  const serviceAccounts = manifests.filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'ServiceAccount');
  const { folded = [], kept = [] } = Object.groupBy(bindings, ({ subjects = [] }) =>
    subjects.some((subject) => isManagerAccount(subject, accounts)) ? 'folded' : 'kept',
  );

  const grants = folded.flatMap((binding) =>
    (binding.subjects ?? []).map(({ name }) => ({
      name,
      reach: binding.kind,
      rules: roleOfBinding(binding, roles)?.rules ?? [],
    })),
  );
  // OLM creates only the accounts that it finds in permissions.
  const idle = [...accounts.names].filter((account) => !grants.some(({ name }) => name === account));

  return {
    permissions: permissionsByAccount(grants.filter(({ reach }) => reach === 'RoleBinding')),
    clusterPermissions: permissionsByAccount([
      ...grants.filter(({ reach }) => reach === 'ClusterRoleBinding'),
      ...idle.map((name) => ({ name, rules: [] })),
    ]),
    extras: [
      ...roles.filter((role) => isRoleGivenByAny(role, kept) || !isRoleGivenByAny(role, folded)),
      ...kept,
      ...serviceAccounts.filter(({ metadata }) => !accounts.names.has(metadata.name)),
    ],
    findings: [
      ...serviceAccounts.flatMap((account) => [...managerAccountFindings(account, accounts)]),
      ...folded.flatMap((binding) => foldedBindingFindings(binding, roleOfBinding(binding, roles), accounts)),
      ...kept.flatMap((binding) => [...keptBindingFindings(binding, accounts)]),
    ],
  };
}

function isRoleGivenByAny(role: RoleManifest, bindings: readonly BindingManifest[]): boolean {
  return bindings.some((binding) => isRoleOfBinding(role, binding));
}

function permissionsByAccount(
  grants: readonly { readonly name: string; readonly rules: readonly PolicyRule[] }[],
): Permission[] {
  const byAccount = Map.groupBy(grants, ({ name }) => name);
  return [...byAccount].map(([serviceAccountName, own]) => ({
    serviceAccountName,
    rules: own.flatMap(({ rules }) => rules),
  }));
}

/** Reports why a binding of the manager's accounts can't be folded exactly into permissions. */
function foldedBindingFindings(
  binding: BindingManifest,
  role: RoleManifest | undefined,
  accounts: ManagerAccounts,
): ManifestFinding[] {
  const others = (binding.subjects ?? []).filter((subject) => !isManagerAccount(subject, accounts));
  const refusals: (false | Pick<ManifestFinding, 'why' | 'remedy'>)[] = [
    others.length > 0 && {
      why: `it is also for ${others.map(({ kind, name }) => `${kind} ${name}`).join(', ')}, and permissions are for the manager only`,
      remedy: 'give them a binding of their own',
    },
    role === undefined && {
      why: `the rules of ${binding.roleRef.kind} ${binding.roleRef.name} are not in this chart`,
      remedy: 'write a role with these rules in the operator',
    },
    role?.aggregationRule !== undefined && {
      why: `the rules of ${manifestTitle(role)} are aggregated in the cluster, and a bundle needs them at build time`,
      remedy: 'write its rules out',
    },
    binding.kind === 'RoleBinding' &&
      (role?.rules ?? []).some(({ nonResourceURLs }) => nonResourceURLs !== undefined) && {
        why: 'its role names URLs, which can be granted in the whole cluster only',
        remedy: 'bind it with a ClusterRoleBinding',
      },
  ];
  return refusals
    .filter((refusal) => refusal !== false)
    .map((refusal) => ({
      manifest: binding,
      what: `${manifestTitle(binding)} can't be folded into permissions`,
      ...refusal,
    }));
}

/** Reports why a binding of other accounts can't be a file of the bundle. */
function* keptBindingFindings(binding: BindingManifest, { namespace }: ManagerAccounts): Generator<ManifestFinding> {
  const subject = binding.subjects?.find((each) => each.kind === 'ServiceAccount' && each.namespace === namespace);
  if (subject === undefined) return;
  yield {
    manifest: binding,
    what: `${manifestTitle(binding)} can't be in a bundle`,
    why: `it is for ServiceAccount ${subject.name} in ${namespace}, and that namespace is known only when the bundle is installed`,
    remedy: 'let a controller make account and binding, or run a Deployment of this chart as that account',
  };
}
