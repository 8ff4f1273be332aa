// In: an operator's tree, complete. Out: its bundle for the Operator Lifecycle Manager, or all that a bundle can't express.
// Called by the synth command for each operator that has bundle props.

import { ApiObject } from 'cdk8s';
import { type KubernetesObject, scoped } from '../api/index.ts';
import { timestamp } from '../clock/index.ts';
import { Controller, type Operator, ValidatingAdmissionPolicy } from '../constructs/index.ts';
import { bundleAnnotations } from './bundle-annotation.ts';
import { BundleError, type BundleFinding } from './bundle-error.ts';
import { catalogAnnotations } from './catalog-annotation.ts';
import { type ClusterServiceVersion, clusterServiceVersion, releaseNameFindings } from './cluster-service-version.ts';
import { deploymentFindings, isDeployment, strategyDeployment } from './deployment.ts';
import { exampleFindings } from './example.ts';
import type { Finding } from './finding.ts';
import { kubernetesFindings, oldestKubernetes } from './kubernetes-release.ts';
import { managerAccounts } from './manager-account.ts';
import { manifestPlace } from './manifest-place.ts';
import { isDefinition, ownedDefinitions } from './owned-definition.ts';
import { foldedPermissions } from './permission.ts';
import { placementFindings } from './placement-finding.ts';
import { relatedImages } from './related-image.ts';
import { sampleChildren } from './sample-children.ts';
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
}

/** What a bundle says that isn't in the operator's definition. */
export interface BundleOptions {
  /** When the release was made. @default not told, so that two bundles of one definition are the same bytes */
  readonly createdAt?: Date;
}

/**
 * The bundle of an operator: its manifests, samples and props, folded. Pure: equal trees give equal bundles.
 *
 * @throws BundleError with all findings, if anything of the operator can't be expressed in a bundle.
 */
export function bundle(operator: Operator, { createdAt }: BundleOptions = {}): Bundle {
  const { name, namespace } = operator;
  const { bundle: words, version, image } = operator.props;
  if (words === undefined) throw new BundleError(name, located([wordless], operator));

  const { manifests, webhooks, ...server } = foldedWebhooks(operator.toJson(), operator);
  const samples = (operator.samples?.toJson() ?? []).map((sample: KubernetesObject) => scoped(sample));
  const controllers = Controller.in(operator);

  const definitions = manifests.filter(isDefinition);
  const owned = definitions.flatMap((definition) => ownedDefinitions(definition, controllers));
  const deployments = manifests.filter(isDeployment);
  const access = foldedPermissions(manifests, managerAccounts(deployments, namespace));
  const renders = samples.map((sample) => sampleChildren(sample, controllers));

  const findings = [
    ...releaseNameFindings(name, version),
    ...placementFindings(manifests, namespace),
    ...kubernetesFindings(manifests, words.minKubeVersion),
    ...deployments.flatMap(deploymentFindings),
    ...access.findings,
    ...server.findings,
    ...exampleFindings(samples, owned),
    ...renders.flatMap((render) => render.findings),
  ];
  if (findings.length > 0) throw new BundleError(name, located(findings, operator));

  const extras = [...manifests.filter((manifest) => manifestPlace(manifest) === 'extra'), ...access.extras];
  return {
    packageName: name,
    clusterServiceVersion: clusterServiceVersion({
      name,
      version,
      words,
      minKubeVersion: words.minKubeVersion ?? oldestKubernetes(manifests),
      annotations: catalogAnnotations({
        words,
        image,
        namespace: manifests.find((manifest) => manifestPlace(manifest) === 'namespace'),
        samples,
        createdAt: createdAt && timestamp(createdAt.getTime()),
      }),
      owned,
      deployments: deployments.map(strategyDeployment),
      permissions: access.permissions,
      clusterPermissions: access.clusterPermissions,
      relatedImages: relatedImages([...deployments, ...renders.flatMap(({ children }) => children)]),
      webhooks,
    }),
    manifests: [...definitions, ...extras.map(placeless)],
    annotations: bundleAnnotations(name, words),
  };
}

const wordless: Finding = {
  what: 'the operator has no words for a catalog',
  why: 'a bundle tells people what an operator is and who publishes it',
  remedy: 'give it `bundle` props',
};

function located(findings: readonly Finding[], operator: Operator): BundleFinding[] {
  const charts = [operator, ...(operator.samples === undefined ? [] : [operator.samples])];
  const constructs = charts.flatMap(({ node }) => node.findAll()).filter(ApiObject.isApiObject);
  return findings.map((finding) => {
    const construct = constructs.find(({ apiVersion, kind, name }) => {
      const { manifest } = finding;
      return apiVersion === manifest?.apiVersion && kind === manifest.kind && name === manifest.metadata.name;
    });
    const policy = construct?.node.scopes.findLast((scope): boolean =>
      ValidatingAdmissionPolicy.isValidatingAdmissionPolicy(scope),
    );
    return { ...finding, path: (policy ?? construct ?? operator).node.path };
  });
}

/** A manifest for whichever namespace the operator is installed in. */
function placeless(manifest: KubernetesObject): KubernetesObject {
  const { namespace: _, ...metadata } = manifest.metadata;
  return { ...manifest, metadata };
}
