// In: an operator, and the cluster of a scenario. Out: the operator's objects there, as `kubectl apply` of its manifests makes them,
// without the Deployment: its managers run in this process. Called when a scenario starts.

import { type KubernetesObject, knownKind } from '../../api/index.ts';
import type { Client } from '../../client/index.ts';
import { certificateLeaseName, type Operator } from '../../constructs/index.ts';
import { accountUsername } from '../embedded/user.ts';
import type { ClusterObjects } from './cluster-objects.ts';

/** The cluster of a scenario. */
interface InstallationSite {
  readonly admin: Client;
  readonly objects: ClusterObjects;
}

const namespaceKind = knownKind('v1', 'Namespace');

/** Creates the objects of an operator, and the namespaces that they are in. */
export async function installOperator(operator: Operator, { admin, objects }: InstallationSite): Promise<void> {
  const { deployment } = operator;
  const manifests = operator
    .toJson()
    .filter(({ kind, metadata }) => kind !== deployment.kind || metadata.name !== deployment.name);
  // Other manifests may be in a namespace of the chart that comes after them.
  const isNamespace = ({ kind }: KubernetesObject) => kind === namespaceKind.kind;
  for (const manifest of [...manifests.filter(isNamespace), ...manifests.filter((each) => !isNamespace(each))]) {
    const kind = objects.servedKind(manifest);
    if (kind === undefined) continue;
    const { namespace = 'default' } = manifest.metadata;
    if (kind.scope === 'Namespaced' && objects.get(namespaceKind, { name: namespace }) === undefined)
      await admin.create(namespaceKind, { apiVersion: 'v1', kind: namespaceKind.kind, metadata: { name: namespace } });
    await admin.create(kind, manifest, { fieldManager: 'installer' });
  }
  for (const manifest of certificateAccess(operator))
    await admin.create(objects.kindOf(manifest), manifest, { fieldManager: 'installer' });
}

/** Returns the user of an operator's managers: their ServiceAccount. */
export function managerUser({ namespace, serviceAccount }: Operator): string {
  return accountUsername({ namespace, name: serviceAccount.name });
}

/** Returns the rights of a manager to issue the certificates of its webhooks, where another actor does so in clusters. */
function certificateAccess(operator: Operator): readonly KubernetesObject[] {
  const { namespace, webhooks } = operator;
  if (!webhooks.isNeeded || webhooks.certificates.from === 'operator') return [];
  const [apiGroup, name] = ['rbac.authorization.k8s.io', 'simulated-certificates'];
  const metadata = { name, namespace };
  const rules = [
    { apiGroups: [''], resources: ['secrets'], resourceNames: [webhooks.secret] },
    { apiGroups: ['coordination.k8s.io'], resources: ['leases'], resourceNames: [certificateLeaseName(operator)] },
  ].flatMap(({ resourceNames, ...rule }) => [
    { ...rule, resourceNames, verbs: ['*'] },
    { ...rule, verbs: ['create'] },
  ]);
  const roleRef = { apiGroup, kind: 'Role', name };
  return [
    { apiVersion: `${apiGroup}/v1`, kind: 'Role', metadata, rules },
    {
      apiVersion: `${apiGroup}/v1`,
      kind: 'RoleBinding',
      metadata,
      roleRef,
      subjects: [{ apiGroup, kind: 'User', name: managerUser(operator) }],
    },
  ];
}
