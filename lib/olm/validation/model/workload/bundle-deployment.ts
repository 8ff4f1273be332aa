import { type BundleContent, type Labels, labelsOfMap, memoized, type Place } from '../../../content/index.ts';

/** A Deployment of the ClusterServiceVersion. */
export interface Deployment {
  readonly place: Place;
  /** Empty if it has none. */
  readonly name: string;
  /** The pod template. */
  readonly template: Place;
  /** The labels of its pods. */
  readonly labels: Labels;
  /** The spec of its pods. */
  readonly pod: Place;
  /** The containers without init containers. */
  readonly containers: readonly Place[];
  /** The containers with init containers. */
  readonly allContainers: readonly Place[];
  /** The ServiceAccount of its pods, by default `default`. */
  readonly account: string;
  readonly accountPlace: Place;
  /**
   * True if OLM mounts a serving certificate into its containers, since API servers call them. True also if the called
   * Deployment is unknown, for example if a webhook names a missing one.
   */
  readonly isServing: boolean;
}

/** Returns the Deployments of a bundle, in their order. */
export const bundleDeployments = memoized((bundle: BundleContent): readonly Deployment[] => {
  const spec = bundle.clusterServiceVersion.at('spec');
  const called = [...spec.at('webhookdefinitions').items, ...spec.at('apiservicedefinitions', 'owned').items].map(
    (definition) => definition.at('deploymentName').text,
  );
  const places = spec.at('install', 'spec', 'deployments').items;
  const names = places.map((place) => place.at('name').text);
  const isAnyCalled = called.some((name) => !names.includes(name));
  return places.map((place) => {
    const template = place.at('spec', 'template');
    const pod = template.at('spec');
    const containers = pod.at('containers').items;
    const accountPlace = accountPlaceIn(pod);
    const name = place.at('name').text ?? '';
    return {
      place,
      name,
      template,
      labels: labelsOfMap(template.at('metadata', 'labels')),
      pod,
      containers,
      allContainers: [...pod.at('initContainers').items, ...containers],
      account: accountPlace.text === undefined || accountPlace.text === '' ? 'default' : accountPlace.text,
      accountPlace,
      isServing: isAnyCalled || called.includes(name),
    };
  });
});

/** Returns the names of the Deployments of a bundle: empty for one that has none. */
export function deploymentNames(bundle: BundleContent): readonly string[] {
  return bundleDeployments(bundle).map(({ name }) => name);
}

/** Returns the containers of all Deployments, with init containers. */
export function bundleContainers(bundle: BundleContent): readonly Place[] {
  return bundleDeployments(bundle).flatMap(({ allContainers }) => allContainers);
}

/** Returns the places of the images of all containers. */
export function containerImages(bundle: BundleContent): readonly Place[] {
  return bundleContainers(bundle).map((container) => container.at('image'));
}

/**
 * Returns the Deployments whose pods a Service with that selector selects; none without a selector.
 *
 * Compares with the labels of their pods, and with those of their own selectors: a difference between them is reported
 * at the Deployment.
 */
export function deploymentsOfService(service: Place, bundle: BundleContent): readonly Deployment[] {
  const wanted = labelsOfMap(service.at('spec', 'selector'));
  if (wanted.size === 0) return [];
  return bundleDeployments(bundle).filter(({ place, labels }) =>
    [labels, labelsOfMap(place.at('spec', 'selector', 'matchLabels'))].some((own) =>
      [...wanted].every(([name, value]) => own.get(name) === value),
    ),
  );
}

/** `serviceAccount` is the former name of the field; API servers still read it. */
function accountPlaceIn(pod: Place): Place {
  const place = pod.at('serviceAccountName');
  const old = pod.at('serviceAccount');
  return place.isAbsent && !old.isAbsent ? old : place;
}

/** Returns the declared ports of a Deployment's containers. */
export function containerPortsOf({ containers }: Deployment): Place[] {
  return containers.flatMap((container) => container.at('ports').items);
}
