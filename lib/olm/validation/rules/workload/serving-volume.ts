import type { BundleContent, Place } from '../../../content/index.ts';
import type { Rule } from '../../rule.ts';
import { broughtObject, servingSecret } from '../../workload/brought-object.ts';
import { type Deployment, deployments } from '../../workload/deployment.ts';
import { isServingDirectory, servingVolumes } from '../../workload/serving-directory.ts';

/** What is demanded of volumes where OLM puts those with the certificate of a Deployment that API servers call. */
export const servingVolumeRules: readonly Rule[] = [
  {
    id: 'volume-serving',
    demand: 'No volume is called or mounted as those that OLM puts certificates into: it replaces them.',
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
    demand: 'No Secret of the bundle is called as the one that OLM makes with the certificate of a Deployment.',
    *check(bundle) {
      for (const { name } of deployments(bundle).filter(({ isServing }) => isServing)) {
        for (const place of bundle.manifestsOf('', 'Secret').map((secret) => secret.at('metadata', 'name'))) {
          if (place.text !== servingSecret(name)) continue;
          yield {
            place,
            what: `OLM keeps the certificate of ${name} in a Secret of that name`,
            remedy: 'leave it out, or call it otherwise',
          };
        }
      }
    },
  },
];

/** Whether it holds that very certificate. */
function isOfOlm(bundle: BundleContent, volume: Place): boolean {
  const secret = volume.at('secret', 'secretName').text;
  return secret !== undefined && broughtObject(bundle, 'Secret', secret) === 'made by others';
}

/** Where a volume is mounted at OLM's path. One of a Secret that nobody makes is told of there. */
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
