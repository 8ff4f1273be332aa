import type { BundleContent, Place } from '../../../content/index.ts';
import { textRule } from '../../../finding/content-rule.ts';
import type { Violation } from '../../../finding/violation.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import {
  type AvailableObject,
  availableObject,
  hasDataKey,
  objectSources,
} from '../../model/workload/available-object.ts';
import { bundleContainers, bundleDeployments, type Deployment } from '../../model/workload/bundle-deployment.ts';
import { placesAt } from '../../place-path.ts';

/** Rules for the sources and the content of volumes, and for the mounted parts. */
export const volumeContentRules: readonly BundleRule[] = [
  {
    id: 'resource-container',
    demand: 'A file with resources of a container names a container of the pod.',
    rejection: { by: 'kubelet', message: 'container … not found' },
    *check(bundle) {
      for (const deployment of bundleDeployments(bundle)) {
        const names = deployment.allContainers.map((container) => container.at('name').text ?? '');
        for (const place of resourceContainers(deployment)) {
          if (place.text === undefined || place.text === '' || names.includes(place.text)) continue;
          yield {
            place,
            what: `the pod has no container ${place.text}, and doesn't start`,
            remedy: `name ${names.join(' or ')}`,
          };
        }
      }
    },
  },
  textRule({
    id: 'volume-medium',
    demand: 'The medium of an empty directory is disk, Memory or huge pages.',
    rejection: { by: 'kubelet', message: 'FailedMount: unknown storage medium' },
    at: (bundle) =>
      bundleDeployments(bundle).flatMap(({ pod }) =>
        pod.at('volumes').items.map((each) => each.at('emptyDir', 'medium')),
      ),
    isRight: (text) => /^(?:Memory|HugePages(?:-.+)?)?$/.test(text),
    what: (text) => `kubelets know no medium ${text}`,
    remedy: 'write Memory, or leave it out',
  }),
  {
    id: 'volume-sub-path-variable',
    demand: 'A reference $(NAME) in a path inside of a volume is a variable of the container.',
    rejection: { by: 'kubelet', message: 'CreateContainerConfigError: missing value for …' },
    *check(bundle) {
      for (const container of bundleContainers(bundle)) {
        const names = variableNames(bundle, container);
        if (names === undefined) continue;
        for (const place of container.at('volumeMounts').items.map((mount) => mount.at('subPathExpr'))) {
          for (const [, name = ''] of (place.text ?? '').matchAll(/(?<!\$)\$\(([^()]+)\)/g)) {
            // Kubernetes sets variables of existing Services in each container.
            if (names.includes(name) || /_(?:HOST|PORT|TCP|UDP)/.test(name) || name === 'OPERATOR_CONDITION_NAME')
              continue;
            yield {
              place,
              what: `the container has no variable ${name}, and doesn't start without it`,
              remedy: `add ${name} to env`,
            };
          }
        }
      }
    },
  },
  {
    id: 'volume-sub-path-key',
    demand: 'A mounted part of a ConfigMap or a Secret of the bundle is a key in it.',
    *check(bundle) {
      for (const { pod, allContainers } of bundleDeployments(bundle)) {
        const volumes = new Map(pod.at('volumes').items.map((each) => [each.at('name').text, each]));
        for (const mount of allContainers.flatMap((container) => container.at('volumeMounts').items)) {
          const volume = volumes.get(mount.at('name').text);
          if (volume !== undefined) yield* volumeKeyViolations(bundle, volume, mount.at('subPath'));
        }
      }
    },
  },
];

/** Returns the names of all variables of a container; undefined if some come from objects outside the bundle. */
function variableNames(bundle: BundleContent, container: Place): readonly string[] | undefined {
  const names = container.at('env').items.flatMap((variable) => variable.at('name').text ?? []);
  for (const source of container.at('envFrom').items) {
    const isMap = !source.at('configMapRef').isAbsent;
    const reference = source.at(isMap ? 'configMapRef' : 'secretRef', 'name').text ?? '';
    const object = availableObject(bundle, isMap ? 'ConfigMap' : 'Secret', reference);
    if (object === undefined || isDataFilledLater(object)) return undefined;
    const keys = ['data', 'stringData'].flatMap((field) => object.at(field).fields.map(([key]) => key));
    names.push(...keys.map((key) => `${source.at('prefix').text ?? ''}${key}`));
  }
  return names;
}

const downwardPaths = ['downwardAPI.items[]', 'projected.sources[].downwardAPI.items[]'];

function resourceContainers({ pod, allContainers }: Deployment): Place[] {
  const references = [
    ...allContainers.flatMap((container) => placesAt(container, 'env[].valueFrom.resourceFieldRef')),
    ...pod
      .at('volumes')
      .items.flatMap((volume) => downwardPaths.flatMap((path) => placesAt(volume, `${path}.resourceFieldRef`))),
  ];
  return references.map((reference) => reference.at('containerName'));
}

function* volumeKeyViolations(bundle: BundleContent, volume: Place, place: Place): Generator<Violation> {
  for (const { kind, source, name: reference } of objectSources(volume, 'configMap', 'secret', 'secretName')) {
    const { text: name } = reference;
    // A path out of the volume is reported separately.
    if (name === undefined || place.text === undefined || !/^[^/]/.test(place.text)) continue;
    const object = availableObject(bundle, kind, name);
    if (object === undefined || isDataFilledLater(object)) continue;
    const paths = source.at('items').items.map((item) => item.at('path').text ?? '');
    const [file = ''] = place.text.split('/');
    const isThere = paths.length > 0 ? paths.some((path) => path.split('/')[0] === file) : hasDataKey(object, file);
    if (isThere) continue;
    yield {
      place,
      what: `the ${kind} ${name} of the bundle has no ${file}, and an empty directory is mounted in its place`,
      remedy: 'write the existing key',
    };
  }
}

/** Returns true if another program writes its keys. */
function isDataFilledLater(object: AvailableObject): object is 'external' {
  return (
    object === 'external' || ['data', 'binaryData', 'stringData'].every((field) => object.at(field).fields.length === 0)
  );
}
