// In: a complete operator's tree. Out: its bundle for the Operator Lifecycle Manager, or findings about everything that
// a bundle can't express. Called by the synth command for each operator that has bundle props.

import type { KubernetesObject } from '../../api/index.ts';
import type { Operator } from '../../constructs/index.ts';
import { BundleError, type BundleFinding } from './bundle-error.ts';
import { type BundleOptions, type BundleParts, bundleParts } from './bundle-parts.ts';
import { constructPaths } from './construct-path.ts';
import { descriptorFindings, unownedKindFindings } from './definition/descriptor-finding.ts';
import { requiredKindFindings } from './definition/required-kind.ts';
import { deploymentFindings } from './manifest/deployment.ts';
import { kubernetesFindings } from './manifest/kubernetes-release.ts';
import { malformedManifestFindings } from './manifest/malformed-manifest.ts';
import { withoutNamespace } from './manifest/manifest-namespace.ts';
import { manifestPlace } from './manifest/manifest-place.ts';
import { placementFindings } from './manifest/placement-finding.ts';
import type { ManifestFinding } from './manifest-finding.ts';
import { bundleAnnotations } from './metadata/bundle-annotation.ts';
import { dependencyEntries, type MetadataEntry, propertyEntries } from './metadata/metadata-entry.ts';
import { openshiftFindings } from './metadata/openshift-release.ts';
import { scorecardConfiguration } from './metadata/scorecard.ts';
import { earlierSampleChildren } from './sample/earlier-sample.ts';
import { exampleFindings } from './sample/example.ts';
import {
  type ClusterServiceVersion,
  clusterServiceVersion,
  serviceVersionNameFindings,
} from './service-version/cluster-service-version.ts';
import { iconFindings } from './service-version/icon.ts';
import { installModeFindings } from './service-version/install-mode.ts';

/** A release of an operator, as a catalog offers it. */
export interface Bundle {
  /** The name of the package, equal to the operator's. */
  readonly packageName: string;
  readonly clusterServiceVersion: ClusterServiceVersion;
  /**
   * The installed manifests besides the ClusterServiceVersion: definitions first, then the rest, each in construction
   * order.
   */
  readonly manifests: readonly KubernetesObject[];
  /** The annotations in the bundle's metadata, which are also labels of its image. */
  readonly annotations: Readonly<Record<string, string>>;
  /** The packages and kinds that have to be installed with it. */
  readonly dependencies: readonly MetadataEntry[];
  /** Further properties for resolvers and catalogs. */
  readonly properties: readonly MetadataEntry[];
  /** The configuration of the tests that catalogs run; undefined if there are none. */
  readonly scorecard: KubernetesObject | undefined;
  /** The children of each sample. They aren't installed: the next release is compared with them. */
  readonly renders: readonly { readonly sample: KubernetesObject; readonly children: readonly KubernetesObject[] }[];
}

/**
 * Bundles an operator: folds its manifests, samples and props. Pure: equal trees give equal bundles.
 *
 * @throws BundleError with all findings, if a bundle can't express a part of the operator.
 * @example const { packageName, clusterServiceVersion } = bundle(operator, { createdAt: new Date('2026-01-31') });
 */
export function bundle(operator: Operator, options: BundleOptions = {}): Bundle {
  const props = operator.props.bundle;
  if (props === undefined) throw new BundleError(operator.name, locatedFindings([noDescription], operator));
  const monitors: readonly KubernetesObject[] =
    props.includesMonitor === true ? (operator.monitoring?.toJson() ?? []) : [];
  const whole = [...operator.toJson(), ...monitors];
  refuseBundle(operator, malformedManifestFindings(whole));
  const parts = bundleParts(operator, props, whole);
  refuseBundle(operator, bundlePartFindings(parts, options));
  return assembledBundle(parts, options);
}

function refuseBundle(operator: Operator, findings: readonly ManifestFinding[]): void {
  if (findings.length > 0) throw new BundleError(operator.name, locatedFindings(findings, operator));
}

function bundlePartFindings(parts: BundleParts, { icon }: BundleOptions): readonly ManifestFinding[] {
  const { operator, props, manifests, owned, samples, versionExamples, renders, images } = parts;
  const { access, webhooks, minKubeVersion } = parts;
  return [
    ...serviceVersionNameFindings(operator.name, operator.props.version),
    ...placementFindings(manifests, operator.namespace),
    ...kubernetesFindings(manifests, props.minKubeVersion),
    ...installModeFindings(operator),
    ...iconFindings(props, icon),
    ...unownedKindFindings(props, owned),
    ...descriptorFindings(props, owned),
    ...requiredKindFindings(props.requires, owned),
    ...openshiftFindings(props, minKubeVersion),
    ...images.deployments.flatMap(deploymentFindings),
    ...access.findings,
    ...webhooks.findings,
    ...exampleFindings([...samples, ...versionExamples], owned),
    ...renders.flatMap((render) => render.findings),
    ...images.findings,
  ];
}

function assembledBundle(parts: BundleParts, options: BundleOptions): Bundle {
  const { operator, props, manifests, definitions, renders, access, minKubeVersion } = parts;
  const extras = [...manifests.filter((manifest) => manifestPlace(manifest) === 'extra'), ...access.extras];
  return {
    packageName: operator.name,
    clusterServiceVersion: clusterServiceVersion(parts, options),
    manifests: [...definitions, ...extras.map(withoutNamespace)],
    annotations: bundleAnnotations(operator.name, props, minKubeVersion),
    dependencies: dependencyEntries(props.dependencies),
    properties: propertyEntries(props),
    scorecard: props.scorecard && scorecardConfiguration(props.scorecard),
    renders: [...renders, ...earlierVersionRenders(parts)].map(({ sample, children }) => ({ sample, children })),
  };
}

/** A later release is compared with the children of examples in each version. */
function earlierVersionRenders({ operator, versionExamples }: BundleParts) {
  return versionExamples.flatMap((sample) => {
    const rendered = earlierSampleChildren(sample, operator);
    return 'refusal' in rendered ? [] : [{ sample, children: rendered.children }];
  });
}

const noDescription: ManifestFinding = {
  what: 'the operator has no description for a catalog',
  why: 'a bundle describes an operator and names its publisher',
  remedy: 'give it `bundle` props',
};

function locatedFindings(findings: readonly ManifestFinding[], operator: Operator): BundleFinding[] {
  const pathOf = constructPaths(operator);
  return findings.map((finding) => ({ ...finding, path: pathOf(finding.manifest) }));
}
