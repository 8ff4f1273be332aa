import compare from 'semver/functions/compare.js';
import type { KubernetesObject } from '../../../api/index.ts';
import { isDefinition } from '../definition/owned-definition.ts';
import { type ManifestFinding, manifestTitle } from '../manifest-finding.ts';
import { isDeployment } from './deployment.ts';

/** The minimum release of Kubernetes for bundles, unless their content needs a later one. */
const oldest = '1.30.0';

/** A feature that clusters have since a release, unless an admin disables it. */
interface Feature {
  readonly since: string;
  readonly what: string;
  readonly isIn: (manifest: KubernetesObject) => boolean;
}

/** @see https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/ */
const features: readonly Feature[] = [
  {
    since: '1.31.0',
    what: 'selectableFields',
    isIn: (manifest) =>
      isDefinition(manifest) && manifest.spec.versions.some(({ selectableFields }) => selectableFields !== undefined),
  },
  {
    since: '1.30.0',
    what: 'rules with optionalOldSelf',
    isIn: (manifest) =>
      isDefinition(manifest) && JSON.stringify(manifest.spec.versions).includes('"optionalOldSelf":true'),
  },
  {
    since: '1.30.0',
    what: 'a preStop hook that sleeps',
    isIn: (manifest) =>
      isDeployment(manifest) &&
      (manifest.spec.template.spec.containers ?? []).some(({ lifecycle }) => lifecycle?.preStop?.sleep !== undefined),
  },
];

/** Returns the oldest release of Kubernetes that supports the manifests, `x.y.z`. */
export function oldestKubernetes(manifests: readonly KubernetesObject[]): string {
  const releases = features.filter(({ isIn }) => manifests.some(isIn)).map(({ since }) => since);
  return [oldest, ...releases].sort(compare).at(-1) ?? oldest;
}

/** Reports features of manifests that the author's minimum release of Kubernetes lacks. */
export function kubernetesFindings(
  manifests: readonly KubernetesObject[],
  minKubeVersion: string | undefined,
): ManifestFinding[] {
  if (minKubeVersion === undefined) return [];
  return features
    .filter(({ since }) => compare(minKubeVersion, since) < 0)
    .flatMap(({ since, what, isIn }) =>
      manifests.filter(isIn).map((manifest) => ({
        manifest,
        what: `${manifestTitle(manifest)} needs a later release than Kubernetes ${minKubeVersion}`,
        why: `it has ${what}, which clusters support since ${since}`,
        remedy: `leave minKubeVersion out, or raise it to ${since}`,
      })),
    );
}
