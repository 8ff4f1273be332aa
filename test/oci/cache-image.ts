import type { Image } from '../../lib/oci/index.ts';

/** A small bundle as an image. */
export const cacheImage = {
  files: new Map([
    ['metadata/annotations.yaml', Buffer.from('annotations:\n  a: b\n')],
    ['manifests/cache.clusterserviceversion.yaml', Buffer.from('kind: ClusterServiceVersion\n')],
  ]),
  labels: { 'example.com/second': '2', 'example.com/first': '1' },
  platforms: [{ os: 'linux', architecture: 'amd64' }],
} as const satisfies Image;
