import type { KubernetesObject } from '../../../api/index.ts';
import type { Subject } from '../../../constructs/index.ts';
import { type Finding, manifestTitle } from '../finding.ts';
import type { DeploymentManifest } from '../manifest/deployment.ts';

/** The ServiceAccounts that the manager's pods run as, and where. */
export interface ManagerAccounts {
  readonly names: ReadonlySet<string>;
  /** The operator's own namespace. */
  readonly namespace: string;
}

/** The accounts that the pods of Deployments run as. */
export function managerAccounts(deployments: readonly DeploymentManifest[], namespace: string): ManagerAccounts {
  return {
    names: new Set(deployments.map(({ spec }) => spec.template.spec.serviceAccountName ?? 'default')),
    namespace,
  };
}

/** Whether a subject of a binding is one of the manager's accounts. */
export function isManagerAccount({ kind, name, namespace }: Subject, accounts: ManagerAccounts): boolean {
  return kind === 'ServiceAccount' && namespace === accounts.namespace && accounts.names.has(name);
}

/** What of one of the manager's accounts would be lost; its labels aside, which select nothing. */
export function accountFindings(manifest: KubernetesObject, { names }: ManagerAccounts): Finding[] {
  if (!names.has(manifest.metadata.name)) return [];
  const { apiVersion: _version, kind: _kind, metadata, ...fields } = manifest;
  const lost = [...(metadata.annotations === undefined ? [] : ['annotations']), ...Object.keys(fields)];
  if (lost.length === 0) return [];
  return [
    {
      manifest,
      what: `the ${lost.join(', ')} of ${manifestTitle(manifest)} would be lost`,
      why: 'OLM makes the account of an operator itself, with a name and nothing else',
      remedy: 'leave them out; pods can name pull secrets and the mounting of tokens themselves',
    },
  ];
}
