// In: a complete operator's tree and its manifests. Out: the folded parts of its bundle, and findings. Called by
// `bundle`.

import { type KubernetesObject, withScopedNamespace } from '../../api/index.ts';
import { type BundleProps, Controller, type Operator } from '../../constructs/index.ts';
import { managerAccounts } from './access/manager-account.ts';
import { foldedPermissions, type Permissions } from './access/permission.ts';
import { leanDefinition } from './definition/lean-definition.ts';
import {
  type DefinitionManifest,
  isDefinition,
  type OwnedDefinition,
  ownedDefinitions,
} from './definition/owned-definition.ts';
import { type FoldedImages, foldedImages } from './image/folded-image.ts';
import { isDeployment } from './manifest/deployment.ts';
import { oldestKubernetes } from './manifest/kubernetes-release.ts';
import { withoutNamespace } from './manifest/manifest-namespace.ts';
import { type SampleChildren, sampleChildren } from './sample/sample-children.ts';
import { versionExamples } from './sample/version-example.ts';
import { withInstallModes } from './service-version/install-mode.ts';
import { type FoldedWebhooks, foldedWebhooks } from './webhook/folded-webhook.ts';

/** The inputs of a bundle. */
export interface BundleParts {
  readonly operator: Operator;
  /** The author's description of the bundle. */
  readonly props: BundleProps;
  /** The manifests with the access of an installation's namespaces, without the objects that OLM creates itself. */
  readonly manifests: readonly KubernetesObject[];
  readonly definitions: readonly DefinitionManifest[];
  readonly owned: readonly OwnedDefinition[];
  /** The samples, without a namespace. */
  readonly samples: readonly KubernetesObject[];
  /** The examples of versions that no sample uses. */
  readonly versionExamples: readonly KubernetesObject[];
  readonly renders: readonly (SampleChildren & { readonly sample: KubernetesObject })[];
  readonly images: FoldedImages;
  readonly access: Permissions;
  readonly webhooks: FoldedWebhooks;
  /** The oldest release of Kubernetes that the operator runs on. */
  readonly minKubeVersion: string;
}

/** The inputs of a bundle that aren't in the operator's definition. */
export interface BundleOptions {
  /** The time of the release. @default none, so that two bundles of one definition are the same bytes */
  readonly createdAt?: Date | undefined;
  /** The content of the icon file that the definition names. @default none: the bundle has no icon */
  readonly icon?: Uint8Array | undefined;
  /** The name of the replaced release, unless the definition names one. @default none */
  readonly replaces?: string | undefined;
}

/** Folds the parts of an operator. @param whole - its manifests, all well-formed. */
export function bundleParts(operator: Operator, props: BundleProps, whole: readonly KubernetesObject[]): BundleParts {
  const controllers = Controller.in(operator);
  const webhooks = foldedWebhooks(whole, operator);
  const manifests = withInstallModes(webhooks.manifests, operator);
  const described = manifests.filter(isDefinition);
  const definitions = props.omitsFieldDescriptions === true ? described.map(leanDefinition) : described;
  const samples = (operator.samples?.toJson() ?? []).map((sample: KubernetesObject) =>
    withoutNamespace(withScopedNamespace(sample)),
  );
  const renders = samples.map((sample) => ({ sample, ...sampleChildren(sample, controllers) }));
  const images = foldedImages({
    deployments: manifests.filter(isDeployment),
    childImages: operator.props.childImages,
    lock: props.imageLock,
    renders,
  });
  return {
    operator,
    props,
    manifests,
    definitions,
    owned: definitions.flatMap((definition) => ownedDefinitions(definition, controllers, props.descriptors)),
    samples,
    versionExamples: versionExamples(samples, operator),
    renders,
    images,
    access: foldedPermissions(manifests, managerAccounts(images.deployments, operator.namespace)),
    webhooks,
    minKubeVersion: props.minKubeVersion ?? oldestKubernetes(manifests),
  };
}
