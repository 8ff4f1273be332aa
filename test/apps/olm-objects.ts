import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { KubernetesObject } from '../../lib/api/index.ts';
import type { ClusterServiceVersion, Permission } from '../../lib/olm/index.ts';

const rbac = { apiGroup: 'rbac.authorization.k8s.io' };
const apiVersion = `${rbac.apiGroup}/v1`;

/**
 * Returns the objects that OLM creates for a bundle that is installed for all namespaces: ServiceAccounts, roles and
 * CRDs, without Deployments and webhook configurations. Grants less than OLM, which grants permissions in other
 * namespaces, too.
 *
 * @param bundle - the bundle's directory.
 * @param namespace - the namespace of the installation.
 */
export async function olmObjects(bundle: string, namespace: string): Promise<readonly KubernetesObject[]> {
  const directory = join(bundle, 'manifests');
  const texts = await Promise.all((await readdir(directory)).map((file) => readFile(join(directory, file), 'utf8')));
  const manifests = texts.map((text) => parse(text) as KubernetesObject);
  const version = manifests.find(isClusterServiceVersion);
  if (version === undefined) throw new Error(`there is no ClusterServiceVersion in ${directory}: synthesize it first`);
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    ...manifests.filter(({ kind }) => kind === 'CustomResourceDefinition' || kind === 'ClusterRole'),
    ...olmAccess(version, namespace),
  ];
}

/**
 * Returns the ServiceAccounts that OLM creates for a bundle, and their rights: in the bundle's own namespace, in its
 * target namespaces, and in the cluster.
 */
export function olmAccess(
  { spec }: ClusterServiceVersion,
  namespace: string,
  targetNamespaces: readonly string[] = [],
): readonly KubernetesObject[] {
  const { permissions = [], clusterPermissions = [] } = spec.install.spec;
  const accounts = new Set([...permissions, ...clusterPermissions].map(({ serviceAccountName }) => serviceAccountName));
  return [
    ...[...accounts].map((name) => ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } })),
    ...[...new Set([namespace, ...targetNamespaces])].flatMap((within) =>
      permissions.flatMap((permission, index) => given(permission, { index, namespace, within })),
    ),
    ...clusterPermissions.flatMap((permission, index) => given(permission, { index, namespace })),
  ];
}

/** The namespace of a permission's ServiceAccount, and the scope of the permission. */
interface Place {
  /** The index of the permission in its list. */
  readonly index: number;
  readonly namespace: string;
  /** @default all namespaces */
  readonly within?: string;
}

function given({ serviceAccountName, rules }: Permission, { index, namespace, within }: Place): KubernetesObject[] {
  const kind = within === undefined ? 'ClusterRole' : 'Role';
  const name = `olm-${serviceAccountName}-${index}`;
  const metadata = { name, ...(within !== undefined && { namespace: within }) };
  return [
    { apiVersion, kind, metadata, rules },
    {
      apiVersion,
      kind: `${kind}Binding`,
      metadata,
      roleRef: { ...rbac, kind, name },
      subjects: [{ kind: 'ServiceAccount', name: serviceAccountName, namespace }],
    },
  ];
}

function isClusterServiceVersion(manifest: KubernetesObject): manifest is KubernetesObject & ClusterServiceVersion {
  return manifest.kind === 'ClusterServiceVersion';
}
