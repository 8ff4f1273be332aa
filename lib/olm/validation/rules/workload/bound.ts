import type { BundleContent, Place } from '../../../content/index.ts';
import { placesAt } from '../../place-path.ts';
import type { BundleRule } from '../../rule.ts';
import { deployments } from '../../workload/deployment.ts';

/** Rules of API servers for numbers. */
export const boundRules: readonly BundleRule[] = [
  {
    id: 'field-bound',
    demand: 'A number is within the bounds that API servers set.',
    rejection: { by: 'API server', message: 'Invalid value' },
    *check(bundle) {
      for (const { place, from, to } of bounded(bundle)) {
        const { value } = place;
        if (typeof value !== 'number' || !Number.isInteger(value) || (value >= from && value <= to)) continue;
        const remedy =
          to === Number.POSITIVE_INFINITY ? `write ${from} or more` : `write a number from ${from} to ${to}`;
        yield {
          place,
          what: `API servers reject ${value}`,
          remedy: to === fileMode[1] ? `${remedy}, or in octal: 0${value}` : remedy,
        };
      }
    },
  },
];

type Bound = readonly [from: number, to: number];

/** A path as in {@link placesAt} → the bounds of its value. */
type Bounds = Readonly<Record<string, Bound>>;

const nonNegative: Bound = [0, Number.POSITIVE_INFINITY];
const positive: Bound = [1, Number.POSITIVE_INFINITY];
const identity: Bound = [0, 2_147_483_647];
const weight: Bound = [1, 100];
const fileMode: Bound = [0, 0o777];

const preferred = 'preferredDuringSchedulingIgnoredDuringExecution[].weight';

const ofDeployments: Bounds = {
  minReadySeconds: nonNegative,
  progressDeadlineSeconds: nonNegative,
  revisionHistoryLimit: nonNegative,
  ...Object.fromEntries(
    ['nodeAffinity', 'podAffinity', 'podAntiAffinity'].map((kind) => [
      `template.spec.affinity.${kind}.${preferred}`,
      weight,
    ]),
  ),
  'template.spec.securityContext.fsGroup': identity,
  'template.spec.securityContext.runAsGroup': identity,
  'template.spec.securityContext.runAsUser': identity,
  'template.spec.securityContext.supplementalGroups[]': identity,
  'template.spec.topologySpreadConstraints[].maxSkew': positive,
  'template.spec.volumes[].projected.sources[].serviceAccountToken.expirationSeconds': [600, 4_294_967_296],
  ...Object.fromEntries(
    ['configMap', 'downwardAPI', 'projected', 'secret'].flatMap((source) => [
      [`template.spec.volumes[].${source}.defaultMode`, fileMode],
      [`template.spec.volumes[].${source}.items[].mode`, fileMode],
    ]),
  ),
};

const ofProbes = [
  'failureThreshold',
  'initialDelaySeconds',
  'periodSeconds',
  'successThreshold',
  'timeoutSeconds',
] as const;

const ofContainers: Bounds = {
  'ports[].hostPort': [0, 65_535],
  'securityContext.runAsGroup': identity,
  'securityContext.runAsUser': identity,
  ...Object.fromEntries(
    ['livenessProbe', 'readinessProbe', 'startupProbe'].flatMap((probe) =>
      ofProbes.map((field) => [`${probe}.${field}`, nonNegative] as const),
    ),
  ),
};

interface Bounded {
  readonly place: Place;
  readonly from: number;
  readonly to: number;
}

function bounded(bundle: BundleContent): Bounded[] {
  return deployments(bundle).flatMap(({ place, allContainers }) => [
    ...boundedIn(place.at('spec'), ofDeployments),
    ...allContainers.flatMap((container) => boundedIn(container, ofContainers)),
  ]);
}

function boundedIn(root: Place, bounds: Bounds): Bounded[] {
  return Object.entries(bounds).flatMap(([path, [from, to]]) =>
    placesAt(root, path).map((place) => ({ place, from, to })),
  );
}
