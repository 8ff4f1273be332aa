// In: the roles, bindings and accounts of an operator. Out: what the manager's accounts may do, in the words of a
// ClusterServiceVersion, the access manifests that stay files, and what can't be said exactly. Called by `bundle`.

import type { KubernetesObject } from '../../../api/index.ts';
import {
  type BindingManifest,
  givenRole,
  isBinding,
  isGiven,
  isRole,
  type PolicyRule,
  type RoleManifest,
} from '../../../constructs/index.ts';
import type { Finding } from '../finding.ts';
import { accountFindings, isManagerAccount, type ManagerAccounts } from './manager-account.ts';
import { foldedBindingFindings, keptBindingFindings } from './permission-finding.ts';

/** What one ServiceAccount may do. OLM makes the account, its roles and their bindings from it. */
export interface Permission {
  readonly serviceAccountName: string;
  readonly rules: readonly PolicyRule[];
}

/** The access of an operator, folded. */
export interface Permissions {
  /** In the namespaces that an installation is for. */
  readonly permissions: readonly Permission[];
  /** In all namespaces, and on what lies in none. Each of the manager's accounts is in one of the two lists at least. */
  readonly clusterPermissions: readonly Permission[];
  /** What is installed as it is: roles of the operator's users, bindings and accounts that aren't the manager's. */
  readonly extras: readonly KubernetesObject[];
  readonly findings: readonly Finding[];
}

/**
 * Folds roles into permissions by the bindings that give them to the manager's accounts.
 *
 * Exact or refused: the accounts get the rules that they have without OLM and no others. One thing OLM leaves no way
 * around: where an operator is installed for all namespaces, its `permissions` hold in all of them too.
 */
export function foldedPermissions(manifests: readonly KubernetesObject[], accounts: ManagerAccounts): Permissions {
  const roles = manifests.filter(isRole);
  const bindings = manifests.filter(isBinding);
  const serviceAccounts = manifests.filter(isServiceAccount);
  const { folded = [], kept = [] } = Object.groupBy(bindings, ({ subjects = [] }) =>
    subjects.some((subject) => isManagerAccount(subject, accounts)) ? 'folded' : 'kept',
  );

  const grants = folded.flatMap((binding) =>
    (binding.subjects ?? []).map(({ name }) => ({
      name,
      reach: binding.kind,
      rules: givenRole(binding, roles)?.rules ?? [],
    })),
  );
  // OLM makes the accounts that it finds in permissions, and no others.
  const idle = [...accounts.names].filter((account) => !grants.some(({ name }) => name === account));

  return {
    permissions: united(grants.filter(({ reach }) => reach === 'RoleBinding')),
    clusterPermissions: united([
      ...grants.filter(({ reach }) => reach === 'ClusterRoleBinding'),
      ...idle.map((name) => ({ name, rules: [] })),
    ]),
    extras: [
      ...roles.filter((role) => isGivenByAny(role, kept) || !isGivenByAny(role, folded)),
      ...kept,
      ...serviceAccounts.filter(({ metadata }) => !accounts.names.has(metadata.name)),
    ],
    findings: [
      ...serviceAccounts.flatMap((account) => accountFindings(account, accounts)),
      ...folded.flatMap((binding) => foldedBindingFindings(binding, givenRole(binding, roles), accounts)),
      ...kept.flatMap((binding) => keptBindingFindings(binding, accounts)),
    ],
  };
}

function isGivenByAny(role: RoleManifest, bindings: readonly BindingManifest[]): boolean {
  return bindings.some((binding) => isGiven(role, binding));
}

function isServiceAccount({ apiVersion, kind }: KubernetesObject): boolean {
  return apiVersion === 'v1' && kind === 'ServiceAccount';
}

function united(grants: readonly { readonly name: string; readonly rules: readonly PolicyRule[] }[]): Permission[] {
  const byAccount = Map.groupBy(grants, ({ name }) => name);
  return [...byAccount].map(([serviceAccountName, own]) => ({
    serviceAccountName,
    rules: own.flatMap(({ rules }) => rules),
  }));
}
