import type { BundleContent, Place } from '../../../content/index.ts';
import type { Violation } from '../../../finding/violation.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import {
  availableObject,
  objectSources,
  objectSourceViolations,
  type PodObjectSource,
} from '../../model/workload/available-object.ts';
import { bundleDeployments, type Deployment } from '../../model/workload/bundle-deployment.ts';
import { isServingDirectory, servingSecret, servingVolumes } from '../../model/workload/serving-directory.ts';

/** Rules for the volumes of the operator's pods, and for the mounts of containers. */
export const volumeRules: readonly BundleRule[] = [
  {
    id: 'volume-unused',
    demand: 'A volume is mounted by a container of its pod.',
    *check(bundle) {
      for (const deployment of bundleDeployments(bundle)) {
        const devices = deployment.allContainers.flatMap((container) => container.at('volumeDevices').items);
        const mounted = new Set([...volumeMounts(deployment), ...devices].map((mount) => mount.at('name').text));
        // A volume that is mounted by a wrong name is reported there.
        const known = new Set(volumeNames(deployment));
        const isUnclear = [...mounted].some(
          (name) => !known.has(name ?? '') && !isServingVolume(deployment, name ?? ''),
        );
        if (isUnclear || deployment.containers.length === 0) continue;
        for (const place of deployment.pod.at('volumes').items.map((volume) => volume.at('name'))) {
          if (place.text === undefined || mounted.has(place.text) || isServingVolume(deployment, place.text)) continue;
          yield {
            place,
            what: `no container mounts ${place.text}, and some clusters wait for its source all the same`,
            remedy: 'mount it, or leave it out',
          };
        }
      }
    },
  },
  {
    id: 'volume-object',
    demand: 'The ConfigMaps, Secrets and claims of volumes exist when pods start, or are optional.',
    *check(bundle) {
      for (const deployment of bundleDeployments(bundle)) {
        const mounts = mountsOfVolumes(deployment);
        for (const volume of deployment.pod.at('volumes').items) {
          const own = mounts.get(volume.at('name').text) ?? [];
          // Volumes that OLM replaces are reported separately.
          if (own.length === 0 || isServingVolume(deployment, volume.at('name').text ?? '')) continue;
          const isReplaced =
            deployment.isServing && own.every((mount) => isServingDirectory(mount.at('mountPath').text));
          for (const source of volumeSources(volume)) yield* volumeSourceViolations(bundle, source, isReplaced);
        }
      }
    },
  },
  {
    id: 'volume-serving',
    demand: 'No volume has the name or mount path of the volumes with OLM’s certificates: OLM replaces it.',
    *check(bundle) {
      for (const deployment of bundleDeployments(bundle).filter(({ isServing }) => isServing)) {
        const mounts = mountsOfVolumes(deployment);
        for (const volume of deployment.pod.at('volumes').items) {
          if (isVolumeOfOlm(bundle, volume)) continue;
          const place = servingVolumes.includes(volume.at('name').text ?? '')
            ? volume.at('name')
            : servingMount(mounts, volume, bundle);
          if (place === undefined) continue;
          yield {
            place,
            what: `OLM puts a volume with the certificate of ${deployment.name} there instead`,
            remedy: 'leave the volume and its mount out, or choose another name and another path',
          };
        }
      }
    },
  },
  {
    id: 'serving-secret',
    demand: 'No Secret of the bundle has the name of the Secret with OLM’s certificate of a Deployment.',
    *check(bundle) {
      for (const { name } of bundleDeployments(bundle).filter(({ isServing }) => isServing)) {
        for (const place of bundle.manifestsOf('', 'Secret').map((secret) => secret.at('metadata', 'name'))) {
          if (place.text !== servingSecret(name)) continue;
          yield {
            place,
            what: `OLM keeps the certificate of ${name} in a Secret of that name`,
            remedy: 'leave it out, or choose another name',
          };
        }
      }
    },
  },
];

function volumeSources(volume: Place): readonly PodObjectSource[] {
  const claim = volume.at('persistentVolumeClaim');
  return [
    ...objectSources(volume, 'configMap', 'secret', 'secretName'),
    { kind: 'PersistentVolumeClaim', source: claim, name: claim.at('claimName') },
    ...volume.at('projected', 'sources').items.flatMap((each) => objectSources(each, 'configMap', 'secret')),
  ];
}

function* volumeSourceViolations(
  bundle: BundleContent,
  source: PodObjectSource,
  isReplaced: boolean,
): Generator<Violation> {
  const keys = source.source.at('items').items.map((item) => item.at('key'));
  const message = 'FailedMount: references non-existent config key';
  for (const violation of objectSourceViolations(bundle, source, keys, message)) {
    const { name: place } = source;
    const what = `OLM mounts its own certificate there, and the volume stays behind with a missing Secret ${place.text ?? ''}`;
    const isOlms = isReplaced && violation.place === place;
    yield isOlms ? { place, what, remedy: 'leave the volume and its mount out' } : violation;
  }
}

/** OLM adds these two volumes to a Deployment that API servers call. */
function isServingVolume({ isServing }: Deployment, name: string): boolean {
  return isServing && servingVolumes.includes(name);
}

function volumeNames({ pod }: Deployment): string[] {
  const names = pod.at('volumes').items.map((volume) => volume.at('name').text ?? '');
  return names.filter((name) => name !== '');
}

function volumeMounts({ allContainers }: Deployment): Place[] {
  return allContainers.flatMap((container) => container.at('volumeMounts').items);
}

/** Mounts by the name of their volume. */
type VolumeMounts = ReadonlyMap<string | undefined, readonly Place[]>;

function mountsOfVolumes(deployment: Deployment): VolumeMounts {
  return Map.groupBy(volumeMounts(deployment), (mount) => mount.at('name').text);
}

/** Returns true if it holds OLM's certificate. */
function isVolumeOfOlm(bundle: BundleContent, volume: Place): boolean {
  const secret = volume.at('secret', 'secretName').text;
  return secret !== undefined && availableObject(bundle, 'Secret', secret) === 'external';
}

/** Returns the mount of a volume at OLM's path. A missing Secret is reported there. */
function servingMount(mounts: VolumeMounts, volume: Place, bundle: BundleContent): Place | undefined {
  const name = volume.at('name').text;
  const secret = volume.at('secret', 'secretName').text;
  if (name === undefined || (secret !== undefined && availableObject(bundle, 'Secret', secret) === undefined)) {
    return undefined;
  }
  return mounts
    .get(name)
    ?.map((mount) => mount.at('mountPath'))
    .find(({ text }) => isServingDirectory(text));
}
