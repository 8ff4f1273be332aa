import type { BundleProps } from '../../../constructs/index.ts';
import { oldestOpenshift, openshiftMinor, openshiftVersions } from '../../notation/openshift-range.ts';
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
    [openshiftVersions]: openshift?.versions ?? `v4.${oldestOpenshift(minKubeVersion)}`,
  };
}

/** Reports that the operator can't be installed on any of the given releases of OpenShift. */
export function openshiftFindings({ openshift }: BundleProps, minKubeVersion: string): ManifestFinding[] {
  const last = openshiftMinor(openshift?.maxVersion ?? '');
  const oldest = oldestOpenshift(minKubeVersion);
  if (last === undefined || oldest === undefined || last >= oldest) return [];
  return [
    {
      what: `bundle.openshift.maxVersion is 4.${last}`,
      why: `the operator needs Kubernetes ${minKubeVersion}, which OpenShift has since 4.${oldest}`,
      remedy: 'raise maxVersion, or lower minKubeVersion',
    },
  ];
}
