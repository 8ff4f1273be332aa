// In: an operator's manifests. Out: those that API servers need to know, validate and convert its resources, and a
// label for their release. Called by the operator's chart, and by the manager that watches and repairs them.

import { createHash } from 'node:crypto';
import type { Kind, KubernetesObject, ObjectAddress } from '../../api/index.ts';
import { managerName } from '../manager/manager-name.ts';

/** An object of an operator that API servers act on: a CRD, a webhook configuration, a policy or its binding. */
export interface InstalledObject {
  readonly kind: Kind;
  /** The manifest as `synth` writes it. */
  readonly manifest: KubernetesObject;
}

/** The parts of an operator that concern its installed objects. */
export interface InstallableOperator {
  readonly name: string;
  readonly installed: readonly ObjectAddress[];
}

/**
 * The key of the label with a digest of all installed objects of a release. Each of them has it, and so does the
 * manager's Deployment.
 *
 * It stops the manager of an earlier release from changing objects of a later one during the rollout.
 */
export function installationLabel(operator: string): string {
  return `${operator}/installation`;
}

/** Returns the installed objects among an operator's manifests with the {@link installationLabel}, in their order. */
export function installedObjects(
  manifests: readonly KubernetesObject[],
  operator: InstallableOperator,
): readonly InstalledObject[] {
  const objects = unlabelledInstalledObjects(manifests, operator);
  const label = installationLabelOf(operator, objects);
  return objects.map(({ kind, manifest }) => ({ kind, manifest: withInstallationLabel(manifest, label) }));
}

/** Adds the {@link installationLabel} to the operator's manifests that need it. */
export function withInstallationLabels(
  manifests: readonly KubernetesObject[],
  operator: InstallableOperator,
): KubernetesObject[] {
  const label = installationLabelOf(operator, unlabelledInstalledObjects(manifests, operator));
  const isManager = ({ kind, metadata }: KubernetesObject) =>
    kind === 'Deployment' && metadata.name === managerName(operator.name);
  const isInstalled = (manifest: KubernetesObject) =>
    operator.installed.some(({ kind, key }) => kind.kind === manifest.kind && key.name === manifest.metadata.name);
  return manifests.map((manifest) =>
    isManager(manifest) || isInstalled(manifest) ? withInstallationLabel(manifest, label) : manifest,
  );
}

function unlabelledInstalledObjects(
  manifests: readonly KubernetesObject[],
  { installed }: InstallableOperator,
): readonly InstalledObject[] {
  return manifests.flatMap((manifest) => {
    const address = installed.find(
      ({ kind, key }) => kind.kind === manifest.kind && key.name === manifest.metadata.name,
    );
    return address === undefined ? [] : [{ kind: address.kind, manifest }];
  });
}

function installationLabelOf(
  { name }: InstallableOperator,
  objects: readonly InstalledObject[],
): Readonly<Record<string, string>> {
  // Another source of certificates doesn't make another release.
  const skipped = ['annotations', 'caBundle'];
  const manifests = JSON.stringify(
    objects.map(({ manifest }) => manifest),
    (key, value: unknown) => (skipped.includes(key) ? undefined : value),
  );
  return { [installationLabel(name)]: createHash('sha256').update(manifests).digest('hex').slice(0, 16) };
}

function withInstallationLabel(manifest: KubernetesObject, label: Readonly<Record<string, string>>): KubernetesObject {
  const { metadata } = manifest;
  return { ...manifest, metadata: { ...metadata, labels: { ...metadata.labels, ...label } } };
}
