import compare from 'semver/functions/compare.js';
import type { KubernetesObject } from '../../../api/index.ts';
import { isDefinition } from '../definition/owned-definition.ts';
import { type Finding, manifestTitle } from '../finding.ts';
import { isDeployment } from './deployment.ts';

/** The oldest release that bundles are for unless something in them needs a later one. */
const oldest = '1.30.0';

/** Something that clusters have only since a release, where it isn't switched off. */
interface Need {
  readonly since: string;
  readonly what: string;
  readonly isIn: (manifest: KubernetesObject) => boolean;
}

/** @see https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/ */
const needs: readonly Need[] = [
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

/** The oldest release of Kubernetes that has all that manifests need, `x.y.z`. */
export function oldestKubernetes(manifests: readonly KubernetesObject[]): string {
  const releases = needs.filter(({ isIn }) => manifests.some(isIn)).map(({ since }) => since);
  return [oldest, ...releases].sort(compare).at(-1) ?? oldest;
}

/** What of manifests a cluster of the release that their author names doesn't have. */
export function kubernetesFindings(
  manifests: readonly KubernetesObject[],
  minKubeVersion: string | undefined,
): Finding[] {
  if (minKubeVersion === undefined) return [];
  return needs
    .filter(({ since }) => compare(minKubeVersion, since) < 0)
    .flatMap(({ since, what, isIn }) =>
      manifests.filter(isIn).map((manifest) => ({
        manifest,
        what: `${manifestTitle(manifest)} can't be for Kubernetes ${minKubeVersion}`,
        why: `it has ${what}, which clusters know since ${since}`,
        remedy: `raise minKubeVersion to ${since}, or leave it out`,
      })),
    );
}
