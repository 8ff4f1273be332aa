import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { KubernetesObject } from '../../lib/api/index.ts';
import type { ClusterServiceVersion, Permission } from '../../lib/olm/index.ts';

const rbac = { apiGroup: 'rbac.authorization.k8s.io' };
const apiVersion = `${rbac.apiGroup}/v1`;

/**
 * What OLM makes of a bundle that is installed for all namespaces: accounts, roles and definitions; neither Deployments nor
 * what leads to webhooks. No more rights than that: OLM lets the permissions hold in other namespaces, too.
 *
 * @param bundle - the bundle's directory.
 * @param namespace - where it is installed.
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
 * The accounts that OLM makes of a bundle, and what it gives them: in the bundle's own namespace, in those that it is
 * installed for, and in the cluster.
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

/** Where a permission's account is, and where the permission holds. */
interface Place {
  /** Of the permission among its like. */
  readonly index: number;
  readonly namespace: string;
  /** @default everywhere */
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
