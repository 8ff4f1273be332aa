import type { BundleProps } from '../constructs/index.ts';

const prefix = 'operators.operatorframework.io.bundle';

/**
 * What a bundle says of itself, in its metadata and as labels of its image.
 *
 * @see https://olm.operatorframework.io/docs/tasks/creating-operator-bundle/#contents-of-annotationsyaml-and-the-dockerfile
 */
export function bundleAnnotations(
  packageName: string,
  { channels = ['alpha'] }: BundleProps,
): Readonly<Record<string, string>> {
  return {
    [`${prefix}.mediatype.v1`]: 'registry+v1',
    [`${prefix}.manifests.v1`]: 'manifests/',
    [`${prefix}.metadata.v1`]: 'metadata/',
    [`${prefix}.package.v1`]: packageName,
    [`${prefix}.channels.v1`]: channels.join(','),
    [`${prefix}.channel.default.v1`]: channels[0],
  };
}
