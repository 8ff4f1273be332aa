// In: a bundle. Out: the Deployments that OLM makes from its ClusterServiceVersion, with the places that rules ask for.
// Called by the rules about what the operator consists of, and what belongs to it.

import { type BundleContent, isWithin, type Labels, labelsAt, onceForEach, type Place } from '../../content/index.ts';

/** A Deployment of the ClusterServiceVersion. */
export interface Deployment {
  readonly place: Place;
  /** Empty if it has none. */
  readonly name: string;
  /** What its pods are made from. */
  readonly template: Place;
  /** The labels of its pods. */
  readonly labels: Labels;
  /** The spec of its pods. */
  readonly pod: Place;
  /** The containers that keep running. */
  readonly containers: readonly Place[];
  /** Those, and the ones that run before them. */
  readonly allContainers: readonly Place[];
  /** The ServiceAccount that its pods run as: `default` unless it names one. */
  readonly account: string;
  /** Where it is named. */
  readonly accountPlace: Place;
  /**
   * Whether OLM gives its containers a certificate to serve with, since API servers call them. Also if it isn't known
   * which Deployment they call, as when a webhook names one that isn't there.
   */
  readonly isServing: boolean;
}

/** The Deployments of a bundle, in their order. */
export const deployments = onceForEach((bundle: BundleContent): readonly Deployment[] => {
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
      labels: labelsAt(template.at('metadata', 'labels')),
      pod,
      containers,
      allContainers: [...pod.at('initContainers').items, ...containers],
      account: accountPlace.text === undefined || accountPlace.text === '' ? 'default' : accountPlace.text,
      accountPlace,
      isServing: isAnyCalled || called.includes(name),
    };
  });
});

/**
 * The Deployments to whose pods a Service with that selector leads; none without a selector.
 *
 * By the labels of their pods, or by those that their own selectors ask for: where the two differ, that is told of the
 * Deployment.
 */
export function deploymentsBehind(service: Place, bundle: BundleContent): readonly Deployment[] {
  const wanted = labelsAt(service.at('spec', 'selector'));
  if (wanted.size === 0) return [];
  return deployments(bundle).filter(({ place, labels }) =>
    [labels, labelsAt(place.at('spec', 'selector', 'matchLabels'))].some((each) => isWithin(wanted, each)),
  );
}

/** `serviceAccount` is the name that the field had once; API servers still read it. */
function accountPlaceIn(pod: Place): Place {
  const place = pod.at('serviceAccountName');
  const old = pod.at('serviceAccount');
  return place.isAbsent && !old.isAbsent ? old : place;
}
