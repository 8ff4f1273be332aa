// In: an operator's manifests. Out: those by which API servers know, validate and convert its resources, and a label
// that tells which release they are of. Called by the operator's chart, and by the manager that watches over them.

import { createHash } from 'node:crypto';
import type { Kind, KubernetesObject, ObjectAddress } from '../../api/index.ts';
import { managerName } from '../manager/manager-name.ts';

/** An object that API servers act on for an operator: a CRD, a webhook configuration, a policy or its binding. */
export interface InstalledObject {
  readonly kind: Kind;
  /** As `synth` writes it. */
  readonly manifest: KubernetesObject;
}

/** An operator, as far as its installed objects go. */
export interface InstallableOperator {
  readonly name: string;
  readonly installed: readonly ObjectAddress[];
}

/**
 * The label with a digest of all installed objects of one release, on each of them and on the manager's Deployment.
 *
 * By it the manager of an earlier release leaves alone what a later one has brought, while that is rolled out.
 */
export function installationLabel(operator: string): string {
  return `${operator}/installation`;
}

/** The installed objects among an operator's manifests with the {@link installationLabel}, in their order. */
export function installedObjects(
  manifests: readonly KubernetesObject[],
  operator: InstallableOperator,
): readonly InstalledObject[] {
  const objects = unlabelled(manifests, operator);
  const label = labelOf(operator, objects);
  return objects.map(({ kind, manifest }) => ({ kind, manifest: labelled(manifest, label) }));
}

/** Adds the {@link installationLabel} to those of an operator's manifests that carry it. */
export function withInstallationLabels(
  manifests: readonly KubernetesObject[],
  operator: InstallableOperator,
): KubernetesObject[] {
  const label = labelOf(operator, unlabelled(manifests, operator));
  const isManager = ({ kind, metadata }: KubernetesObject) =>
    kind === 'Deployment' && metadata.name === managerName(operator.name);
  const isInstalled = (manifest: KubernetesObject) =>
    operator.installed.some(({ kind, key }) => kind.kind === manifest.kind && key.name === manifest.metadata.name);
  return manifests.map((manifest) =>
    isManager(manifest) || isInstalled(manifest) ? labelled(manifest, label) : manifest,
  );
}

function unlabelled(
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

function labelOf({ name }: InstallableOperator, objects: readonly InstalledObject[]): Readonly<Record<string, string>> {
  // Where certificates come from makes no other release.
  const skipped = ['annotations', 'caBundle'];
  const manifests = JSON.stringify(
    objects.map(({ manifest }) => manifest),
    (key, value: unknown) => (skipped.includes(key) ? undefined : value),
  );
  return { [installationLabel(name)]: createHash('sha256').update(manifests).digest('hex').slice(0, 16) };
}

function labelled(manifest: KubernetesObject, label: Readonly<Record<string, string>>): KubernetesObject {
  const { metadata } = manifest;
  return { ...manifest, metadata: { ...metadata, labels: { ...metadata.labels, ...label } } };
}
