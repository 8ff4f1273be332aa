import { repeated } from '../../../finding/repetition.ts';
import { placesAt } from '../../place-path.ts';
import type { BundleRule } from '../../rule.ts';
import { deployments } from '../../workload/deployment.ts';

/** Rules of API servers for a single volume or mount. */
export const volumeFormRules: readonly BundleRule[] = [
  {
    id: 'volume-source',
    demand: 'A volume has one source.',
    rejection: { by: 'API server', message: 'may not specify more than 1 volume type' },
    *check(bundle) {
      for (const volume of deployments(bundle).flatMap(({ pod }) => pod.at('volumes').items)) {
        const named = sources.filter((source) => !volume.at(source).isAbsent);
        if (named.length <= 1) continue;
        yield {
          place: volume,
          what: `the volume has several sources, which API servers reject: ${named.join(', ')}`,
          remedy: 'keep one, and add separate volumes for the others',
        };
      }
    },
  },
  {
    id: 'volume-sub-path',
    demand: "A path inside of a volume, of a mount or of a key, is a relative one, without '..'.",
    rejection: { by: 'API server', message: 'ath: Invalid value: "…": must ' },
    *check(bundle) {
      const containers = deployments(bundle).flatMap(({ allContainers }) => allContainers);
      const volumes = deployments(bundle).flatMap(({ pod }) => pod.at('volumes').items);
      const mounts = containers.flatMap((container) => container.at('volumeMounts').items);
      for (const place of [
        ...mounts.flatMap((mount) => [mount.at('subPath'), mount.at('subPathExpr')]),
        ...volumes.flatMap((volume) => itemPaths.flatMap((path) => placesAt(volume, path))),
      ]) {
        if (place.text === undefined || (!place.text.startsWith('/') && !place.text.split('/').includes('..')))
          continue;
        yield {
          place,
          what: `'${place.text}' leads out of the volume, which API servers reject`,
          remedy: "write a relative path without '..'",
        };
      }
    },
  },
  {
    id: 'volume-projected-path',
    demand: 'The sources of a projected volume have different paths in it.',
    rejection: { by: 'API server', message: 'conflicting duplicate paths' },
    *check(bundle) {
      for (const volume of deployments(bundle).flatMap(({ pod }) => pod.at('volumes').items)) {
        const projected = volume.at('projected', 'sources').items;
        const paths = projected.flatMap((source) => projectedPaths.flatMap((path) => placesAt(source, path)));
        for (const place of repeated(paths, ({ text }) => text)) {
          yield {
            place,
            what: `another source of the volume is also at '${place.text ?? ''}', which API servers reject`,
            remedy: 'put each at a path of its own',
          };
        }
      }
    },
  },
];

/** The fields with the paths of a projected volume's sources. API servers don't compare that of a token. */
const projectedPaths = [
  'secret.items[].path',
  'configMap.items[].path',
  'downwardAPI.items[].path',
  'clusterTrustBundle.path',
  'podCertificate.credentialBundlePath',
  'podCertificate.keyPath',
  'podCertificate.certificateChainPath',
];

const itemPaths = [
  'configMap.items[].path',
  'secret.items[].path',
  'downwardAPI.items[].path',
  ...[...projectedPaths, 'serviceAccountToken.path'].map((path) => `projected.sources[].${path}`),
];

/** The sources of volumes in current releases of Kubernetes. */
const sources = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'hostPath',
  'image',
  'nfs',
  'persistentVolumeClaim',
  'projected',
  'secret',
];
