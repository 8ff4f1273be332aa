import minor from 'semver/functions/minor.js';
import type { BundleProps } from '../../../constructs/index.ts';
import type { Finding } from '../finding.ts';
import { scorecardDirectory } from './scorecard.ts';

const prefix = 'operators.operatorframework.io.bundle';
const testPrefix = 'operators.operatorframework.io.test';

/**
 * What a bundle says of itself, in its metadata and as labels of its image.
 *
 * @param minKubeVersion - the oldest Kubernetes that the operator runs on.
 * @see https://olm.operatorframework.io/docs/tasks/creating-operator-bundle/#contents-of-annotationsyaml-and-the-dockerfile
 */
export function bundleAnnotations(
  packageName: string,
  { channels = ['alpha'], openshift, scorecard }: BundleProps,
  minKubeVersion: string,
): Readonly<Record<string, string>> {
  return {
    [`${prefix}.mediatype.v1`]: 'registry+v1',
    [`${prefix}.manifests.v1`]: 'manifests/',
    [`${prefix}.metadata.v1`]: 'metadata/',
    [`${prefix}.package.v1`]: packageName,
    [`${prefix}.channels.v1`]: channels.join(','),
    [`${prefix}.channel.default.v1`]: channels[0],
    ...(scorecard !== undefined && {
      [`${testPrefix}.mediatype.v1`]: 'scorecard+v1',
      [`${testPrefix}.config.v1`]: scorecardDirectory,
    }),
    // Public catalogs want it where the oldest Kubernetes is told, and that is always.
    'com.redhat.openshift.versions': openshift?.versions ?? `v4.${oldestOpenShift(minKubeVersion)}`,
  };
}

/** Why no release of OpenShift is left that an operator could be installed on. */
export function openshiftFindings({ openshift }: BundleProps, minKubeVersion: string): Finding[] {
  const last = /^4\.(\d+)$/.exec(openshift?.maxVersion ?? '')?.[1];
  const oldest = oldestOpenShift(minKubeVersion);
  if (last === undefined || Number(last) >= oldest) return [];
  return [
    {
      what: `bundle.openshift.maxVersion is 4.${last}`,
      why: `the operator needs Kubernetes ${minKubeVersion}, which OpenShift has since 4.${oldest}`,
      remedy: 'raise maxVersion, or lower minKubeVersion',
    },
  ];
}

/** The first minor release of OpenShift with a Kubernetes: 4.13 has 1.26, and the two have counted up together since. */
function oldestOpenShift(minKubeVersion: string): number {
  return minor(minKubeVersion) - 13;
}
