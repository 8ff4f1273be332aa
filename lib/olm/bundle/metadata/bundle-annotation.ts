import type { BundleProps } from '../../../constructs/index.ts';
import { oldestOpenshift, openshiftVersions } from '../../notation/openshift-range.ts';
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
