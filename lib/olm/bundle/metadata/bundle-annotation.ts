import minor from 'semver/functions/minor.js';
import type { BundleProps } from '../../../constructs/index.ts';
import type { ManifestFinding } from '../manifest-finding.ts';
import { scorecardDirectory } from './scorecard.ts';

const prefix = 'operators.operatorframework.io.bundle';
const testPrefix = 'operators.operatorframework.io.test';

/**
 * Returns the annotations in a bundle's metadata, which are also labels of its image.
 *
 * @param minKubeVersion - the oldest Kubernetes that the operator runs on.
 * @see
 *   https://olm.operatorframework.io/docs/tasks/creating-operator-bundle/#contents-of-annotationsyaml-and-the-dockerfile
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
    // Public catalogs require it if the minimum Kubernetes version is given, which is always the case.
    'com.redhat.openshift.versions': openshift?.versions ?? `v4.${oldestOpenShift(minKubeVersion)}`,
  };
}

/** Reports that the operator can't be installed on any of the given releases of OpenShift. */
export function openshiftFindings({ openshift }: BundleProps, minKubeVersion: string): ManifestFinding[] {
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

/**
 * Returns the first minor release of OpenShift with a Kubernetes: 4.13 has 1.26, and both have counted up together
 * since.
 */
function oldestOpenShift(minKubeVersion: string): number {
  return minor(minKubeVersion) - 13;
}
