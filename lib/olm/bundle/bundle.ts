// In: an operator's tree, complete. Out: its bundle for the Operator Lifecycle Manager, or all that a bundle can't express.
// Called by the synth command for each operator that has bundle props.

import { type KubernetesObject, scoped } from '../../api/index.ts';
import { timestamp } from '../../clock/index.ts';
import { Controller, type Operator, Sample } from '../../constructs/index.ts';
import { bundleAnnotations } from './bundle-annotation.ts';
import { BundleError, type BundleFinding } from './bundle-error.ts';
import { bundledImages } from './bundle-image.ts';
import { catalogAnnotations } from './catalog-annotation.ts';
import { type ClusterServiceVersion, clusterServiceVersion, releaseNameFindings } from './cluster-service-version.ts';
import { constructPaths } from './construct-path.ts';
import { dependencyEntries, type MetadataEntry, propertyEntries } from './dependency.ts';
import { deploymentFindings, isDeployment, strategyDeployment } from './deployment.ts';
import { exampleFindings } from './example.ts';
import type { Finding } from './finding.ts';
import { nativeKinds, requiredDefinitions } from './foreign-kind.ts';
import { bundleIcon, iconFindings } from './icon.ts';
import { installModeFindings, installModes, supportedModes, withInstallModes } from './install-mode.ts';
import { kubernetesFindings, oldestKubernetes } from './kubernetes-release.ts';
import { leanDefinition } from './lean-definition.ts';
import { managerAccounts } from './manager-account.ts';
import { manifestPlace } from './manifest-place.ts';
import { isDefinition, ownedDefinitions } from './owned-definition.ts';
import { foldedPermissions } from './permission.ts';
import { pinnedImage } from './pinned-image.ts';
import { placementFindings } from './placement-finding.ts';
import { sampleChildren } from './sample-children.ts';
import { scorecardConfiguration } from './scorecard.ts';
import { unownedKindFindings } from './unowned-kind.ts';
import { foldedWebhooks } from './webhook.ts';

/** A release of an operator as a catalog offers it. */
export interface Bundle {
  /** The name of the package: the operator's. */
  readonly packageName: string;
  readonly clusterServiceVersion: ClusterServiceVersion;
  /** What is installed beside it: definitions first, then the rest, each in the order in which it was constructed. */
  readonly manifests: readonly KubernetesObject[];
  /** What the bundle says of itself, in its metadata and as labels of its image. */
  readonly annotations: Readonly<Record<string, string>>;
  /** What has to be installed with it. */
  readonly dependencies: readonly MetadataEntry[];
  /** What else resolvers and catalogs are told. */
  readonly properties: readonly MetadataEntry[];
  /** The configuration of the tests that catalogs run; undefined if there are none. */
  readonly scorecard: KubernetesObject | undefined;
  /** What the samples become in a cluster. Not installed: the next release is compared with it. */
  readonly renders: readonly { readonly sample: KubernetesObject; readonly children: readonly KubernetesObject[] }[];
}

/** What a bundle says that isn't in the operator's definition. */
export interface BundleOptions {
  /** When the release was made. @default not told, so that two bundles of one definition are the same bytes */
  readonly createdAt?: Date | undefined;
  /** What is in the file that the definition names as its icon, if it names one. @default nothing: there is no icon then */
  readonly icon?: Uint8Array | undefined;
}

/**
 * The bundle of an operator: its manifests, samples and props, folded. Pure: equal trees give equal bundles.
 *
 * @throws BundleError with all findings, if anything of the operator can't be expressed in a bundle.
 */
export function bundle(operator: Operator, { createdAt, icon }: BundleOptions = {}): Bundle {
  const { name, namespace } = operator;
  const { bundle: words, version, images } = operator.props;
  if (words === undefined) throw new BundleError(name, located([wordless], operator));

  const { manifests: served, webhooks, ...server } = foldedWebhooks(operator.toJson(), operator);
  const manifests = withInstallModes(served, operator);
  const samples = (operator.samples?.toJson() ?? []).map((sample: KubernetesObject) => scoped(sample));
  const controllers = Controller.in(operator);

  const definitions = manifests.filter(isDefinition);
  const owned = definitions.flatMap((definition) => ownedDefinitions(definition, controllers, words.descriptors));
  const renders = samples.map((sample) => ({ sample, ...sampleChildren(sample, controllers) }));
  const started = bundledImages({
    deployments: manifests.filter(isDeployment),
    images,
    lock: words.imageLock,
    renders,
  });
  const { deployments, relatedImages } = started;
  const access = foldedPermissions(manifests, managerAccounts(deployments, namespace));

  const findings = [
    ...releaseNameFindings(name, version),
    ...placementFindings(manifests, namespace),
    ...kubernetesFindings(manifests, words.minKubeVersion),
    ...installModeFindings(operator),
    ...iconFindings(words, icon),
    ...unownedKindFindings(words, owned),
    ...deployments.flatMap(deploymentFindings),
    ...access.findings,
    ...server.findings,
    ...exampleFindings(samples, owned),
    ...renders.flatMap((render) => render.findings),
    ...started.findings,
  ];
  if (findings.length > 0) throw new BundleError(name, located(findings, operator));

  const minKubeVersion = words.minKubeVersion ?? oldestKubernetes(manifests);
  const extras = [...manifests.filter((manifest) => manifestPlace(manifest) === 'extra'), ...access.extras];
  return {
    packageName: name,
    clusterServiceVersion: clusterServiceVersion({
      name,
      version,
      words,
      icon: bundleIcon(words, icon),
      installModes: installModes(supportedModes(operator.props)),
      minKubeVersion,
      annotations: catalogAnnotations({
        words,
        image: pinnedImage(operator.props.image, words.imageLock),
        namespace: manifests.find((manifest) => manifestPlace(manifest) === 'namespace'),
        samples,
        initial: initialSample(operator, samples),
        createdAt: createdAt && timestamp(createdAt.getTime()),
      }),
      owned,
      required: requiredDefinitions(words.requires),
      nativeKinds: nativeKinds(controllers, definitions, words.requires),
      deployments: deployments.map(strategyDeployment),
      permissions: access.permissions,
      clusterPermissions: access.clusterPermissions,
      relatedImages,
      webhooks,
    }),
    manifests: [
      ...(words.omitsFieldDescriptions === true ? definitions.map(leanDefinition) : definitions),
      ...extras.map(placeless),
    ],
    annotations: bundleAnnotations(name, words, minKubeVersion),
    dependencies: dependencyEntries(words.dependencies),
    properties: propertyEntries(words),
    scorecard: words.scorecard && scorecardConfiguration(words.scorecard),
    renders: renders.map(({ sample, children }) => ({ sample, children })),
  };
}

const wordless: Finding = {
  what: 'the operator has no words for a catalog',
  why: 'a bundle tells people what an operator is and who publishes it',
  remedy: 'give it `bundle` props',
};

function initialSample(operator: Operator, samples: readonly KubernetesObject[]): KubernetesObject | undefined {
  const initial = Sample.in(operator).find(({ isInitial }) => isInitial)?.object;
  return samples.find(({ kind, metadata }) => kind === initial?.kind && metadata.name === initial.name);
}

function located(findings: readonly Finding[], operator: Operator): BundleFinding[] {
  const pathOf = constructPaths(operator);
  return findings.map((finding) => ({ ...finding, path: pathOf(finding.manifest) }));
}

/** A manifest for whichever namespace the operator is installed in. */
function placeless(manifest: KubernetesObject): KubernetesObject {
  const { namespace: _, ...metadata } = manifest.metadata;
  return { ...manifest, metadata };
}
