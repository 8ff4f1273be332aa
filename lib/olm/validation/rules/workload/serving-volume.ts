import type { BundleContent, Place } from '../../../content/index.ts';
import type { BundleRule } from '../../rule.ts';
import { broughtObject, servingSecret } from '../../workload/brought-object.ts';
import { type Deployment, deployments } from '../../workload/deployment.ts';
import { isServingDirectory, servingVolumes } from '../../workload/serving-directory.ts';

/** Rules for volumes at the names and paths of OLM's certificate volumes. */
export const servingVolumeRules: readonly BundleRule[] = [
  {
    id: 'volume-serving',
    demand: 'No volume has the name or mount path of the volumes with OLM’s certificates: OLM replaces it.',
    *check(bundle) {
      for (const deployment of deployments(bundle).filter(({ isServing }) => isServing)) {
        for (const volume of deployment.pod.at('volumes').items) {
          if (isOfOlm(bundle, volume)) continue;
          const place = servingVolumes.includes(volume.at('name').text ?? '')
            ? volume.at('name')
            : servingMount(deployment, volume, bundle);
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
      for (const { name } of deployments(bundle).filter(({ isServing }) => isServing)) {
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

/** Returns true if it holds OLM's certificate. */
function isOfOlm(bundle: BundleContent, volume: Place): boolean {
  const secret = volume.at('secret', 'secretName').text;
  return secret !== undefined && broughtObject(bundle, 'Secret', secret) === 'external';
}

/** Returns the mount of a volume at OLM's path. A missing Secret is reported there. */
function servingMount({ allContainers }: Deployment, volume: Place, bundle: BundleContent): Place | undefined {
  const name = volume.at('name').text;
  const secret = volume.at('secret', 'secretName').text;
  if (name === undefined || (secret !== undefined && broughtObject(bundle, 'Secret', secret) === undefined)) {
    return undefined;
  }
  return allContainers
    .flatMap((container) => container.at('volumeMounts').items)
    .filter((mount) => mount.at('name').text === name)
    .map((mount) => mount.at('mountPath'))
    .find(({ text }) => isServingDirectory(text));
}
