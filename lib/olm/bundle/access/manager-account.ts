import type { KubernetesObject } from '../../../api/index.ts';
import type { RoleSubject } from '../../../constructs/index.ts';
import type { DeploymentManifest } from '../manifest/deployment.ts';
import { type ManifestFinding, manifestTitle } from '../manifest-finding.ts';

/** The ServiceAccounts of the manager's pods, with their namespace. */
export interface ManagerAccounts {
  readonly names: ReadonlySet<string>;
  readonly namespace: string;
}

/** Returns the ServiceAccounts that the pods of Deployments run as. */
export function managerAccounts(deployments: readonly DeploymentManifest[], namespace: string): ManagerAccounts {
  return {
    names: new Set(deployments.map(({ spec }) => spec.template.spec.serviceAccountName ?? 'default')),
    namespace,
  };
}

/** Returns true if a subject of a binding is one of the manager's accounts. */
export function isManagerAccount({ kind, name, namespace }: RoleSubject, accounts: ManagerAccounts): boolean {
  return kind === 'ServiceAccount' && namespace === accounts.namespace && accounts.names.has(name);
}

/**
 * Reports the fields of a manager's account that OLM would drop. Its labels don't count, since nothing selects by them.
 */
export function* managerAccountFindings(
  manifest: KubernetesObject,
  { names }: ManagerAccounts,
): Generator<ManifestFinding> {
  if (!names.has(manifest.metadata.name)) return;
  const { apiVersion: _version, kind: _kind, metadata, ...fields } = manifest;
  const lost = [...(metadata.annotations === undefined ? [] : ['annotations']), ...Object.keys(fields)];
  if (lost.length === 0) return;
  yield {
    manifest,
    what: `the ${lost.join(', ')} of ${manifestTitle(manifest)} would be lost`,
    why: 'OLM makes the account of an operator itself, with a name and nothing else',
    remedy: 'leave them out; pods can name pull secrets and the mounting of tokens themselves',
  };
}
