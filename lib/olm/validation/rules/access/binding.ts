import { type BundleContent, bindings, type Place, permissions } from '../../../content/index.ts';
import { roleOf } from '../../access/grant.ts';
import type { Rule } from '../../rule.ts';
import { suggestedNamespace } from '../../suggested-namespace.ts';
import { deployments } from '../../workload/deployment.ts';

/** What is demanded of bindings that the bundle brings as objects. */
export const bindingRules: readonly Rule[] = [
  {
    id: 'binding-role',
    demand: 'What a binding binds is a role that the bundle brings, or one that every cluster has.',
    *check(bundle) {
      for (const binding of bindings(bundle)) {
        const roleRef = binding.at('roleRef');
        const problem = roleProblem(bundle, binding);
        if (problem === undefined) continue;
        const isMalformed = !kindsFor(binding).includes(roleRef.at('kind').text ?? '');
        yield {
          place: roleRef.at(isMalformed ? 'kind' : 'name'),
          ...(isMalformed && { rejection: { by: 'API server', message: 'roleRef.kind: Unsupported value' } }),
          what: problem,
          remedy: 'bring the role, or name one that is there',
        };
      }
    },
  },
  {
    id: 'binding-subject',
    demand: 'Accounts that OLM makes have their rights as permissions: bindings would have to know the namespace.',
    *check(bundle) {
      const own = ownAccounts(bundle);
      const suggested = suggestedNamespace(bundle);
      for (const binding of bindings(bundle)) {
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
              what: `API servers refuse a ${kind ?? 'subject'} of the group ${group.text}`,
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
                ? `API servers refuse the account ${name} without a namespace`
                : `the account ${name} has no namespace, so that no account is meant`,
              remedy: own.has(name) ? `write its rights as permissions of ${name}` : 'name its namespace',
            };
          } else if (own.has(name) && namespace.text !== suggested) {
            yield {
              place: namespace,
              what: `the operator is installed into a namespace that others choose, and in ${namespace.text ?? ''} ${name} may be missing`,
              remedy: `write its rights as permissions of ${name}, from which OLM makes bindings`,
            };
          }
        }
      }
    },
  },
];

const rbac = 'rbac.authorization.k8s.io';

/** Kinds of roles that a binding may name: one of a namespace may bind both. */
function kindsFor(binding: Place): readonly string[] {
  return binding.at('kind').text === 'RoleBinding' ? ['Role', 'ClusterRole'] : ['ClusterRole'];
}

function roleProblem(bundle: BundleContent, binding: Place): string | undefined {
  const roleRef = binding.at('roleRef');
  const kind = roleRef.at('kind').text;
  const name = roleRef.at('name').text;
  if (name === undefined || kind === undefined) return undefined;
  if (!kindsFor(binding).includes(kind)) return `a ${binding.at('kind').text ?? ''} can't bind a ${kind}`;
  if (roleOf(bundle, roleRef) !== undefined || isBuiltIn(name)) return undefined;
  return `the bundle brings no ${kind} ${name}, and hardly a cluster has it`;
}

/** Every cluster has them; some of the latter are OpenShift's. */
function isBuiltIn(name: string): boolean {
  return (
    ['admin', 'edit', 'view', 'cluster-admin', 'cluster-reader', 'cluster-monitoring-view'].includes(name) ||
    name.includes(':') ||
    name.startsWith('extension-apiserver-')
  );
}

function ownAccounts(bundle: BundleContent): ReadonlySet<string | undefined> {
  return new Set([
    ...permissions(bundle).map((permission) => permission.at('serviceAccountName').text),
    ...deployments(bundle).map(({ account }) => (account === 'default' ? undefined : account)),
    ...bundle.manifestsOf('', 'ServiceAccount').map((account) => account.at('metadata', 'name').text),
  ]);
}
