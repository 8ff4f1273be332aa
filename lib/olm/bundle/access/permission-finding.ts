import type { BindingManifest, RoleManifest } from '../../../constructs/index.ts';
import { type ManifestFinding, manifestTitle } from '../manifest-finding.ts';
import { isManagerAccount, type ManagerAccounts } from './manager-account.ts';

/** Reports why a binding of the manager's accounts can't be folded exactly into permissions. */
export function foldedBindingFindings(
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
export function keptBindingFindings(binding: BindingManifest, { namespace }: ManagerAccounts): ManifestFinding[] {
  const subject = binding.subjects?.find((each) => each.kind === 'ServiceAccount' && each.namespace === namespace);
  if (subject === undefined) return [];
  return [
    {
      manifest: binding,
      what: `${manifestTitle(binding)} can't be in a bundle`,
      why: `it is for ServiceAccount ${subject.name} in ${namespace}, and that namespace is known only when the bundle is installed`,
      remedy: 'let a controller make account and binding, or run a Deployment of this chart as that account',
    },
  ];
}
