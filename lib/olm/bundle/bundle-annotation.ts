import minor from 'semver/functions/minor.js';
import type { BundleProps } from '../../constructs/index.ts';
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
    ...(openshift !== undefined && {
      'com.redhat.openshift.versions': openshift.versions ?? openshiftVersions(minKubeVersion),
    }),
  };
}

/** The releases of OpenShift with a Kubernetes or a later one: 4.13 has 1.26, and the two have counted up together since. */
function openshiftVersions(minKubeVersion: string): string {
  return `v4.${minor(minKubeVersion) - 13}`;
}
