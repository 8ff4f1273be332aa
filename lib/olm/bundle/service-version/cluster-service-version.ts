import { isSubdomain, type KubernetesObject, type ObjectMeta } from '../../../api/index.ts';
import { timestamp } from '../../../clock/index.ts';
import { type BundleProps, Controller, type InstallMode, type Operator, Sample } from '../../../constructs/index.ts';
import type { Permission } from '../access/permission.ts';
import type { BundleOptions, BundleParts } from '../bundle-parts.ts';
import { type NativeKind, nativeKinds } from '../definition/native-kind.ts';
import type { OwnedDefinition } from '../definition/owned-definition.ts';
import { type RequiredDefinition, requiredDefinitions } from '../definition/required-kind.ts';
import type { RelatedImage } from '../image/folded-image.ts';
import { pinnedImage } from '../image/pinned-image.ts';
import { type StrategyDeployment, strategyDeployment } from '../manifest/deployment.ts';
import { manifestPlace } from '../manifest/manifest-place.ts';
import type { ManifestFinding } from '../manifest-finding.ts';
import type { WebhookDefinition } from '../webhook/webhook-definition.ts';
import { catalogAnnotations } from './catalog-annotation.ts';
import { bundleIcon } from './icon.ts';
import { installModes, supportedModes } from './install-mode.ts';

/**
 * A release of an operator for the Operator Lifecycle Manager: its kinds, requirements, Deployments, and the text of
 * its page in a catalog.
 *
 * @see https://olm.operatorframework.io/docs/concepts/crds/clusterserviceversion/
 */
export interface ClusterServiceVersion extends KubernetesObject {
  readonly apiVersion: 'operators.coreos.com/v1alpha1';
  readonly kind: 'ClusterServiceVersion';
  readonly metadata: ObjectMeta;
  readonly spec: ClusterServiceVersionSpec;
}

/** The fields of a {@link ClusterServiceVersion}. */
export interface ClusterServiceVersionSpec {
  readonly displayName: string;
  readonly description: string;
  readonly version: string;
  readonly maturity: string;
  readonly minKubeVersion: string;
  readonly provider: { readonly name: string; readonly url?: string };
  readonly maintainers: readonly { readonly name: string; readonly email: string }[];
  readonly links: readonly { readonly name: string; readonly url: string }[];
  readonly keywords: readonly string[];
  readonly icon?: readonly [{ readonly base64data: string; readonly mediatype: string }];
  readonly installModes: readonly InstallMode[];
  readonly install: {
    readonly strategy: 'deployment';
    readonly spec: {
      readonly deployments: readonly StrategyDeployment[];
      readonly permissions?: readonly Permission[];
      readonly clusterPermissions?: readonly Permission[];
    };
  };
  readonly customresourcedefinitions: {
    readonly owned: readonly OwnedDefinition[];
    readonly required?: readonly RequiredDefinition[];
  };
  readonly nativeAPIs?: readonly NativeKind[];
  readonly relatedImages: readonly RelatedImage[];
  readonly webhookdefinitions?: readonly WebhookDefinition[];
  /** The name of the release that this one updates. */
  readonly replaces?: string;
  /** The names of releases that OLM doesn't update to any more. */
  readonly skips?: readonly string[];
  /** True if OLM deletes custom resources with the operator. */
  readonly cleanup?: { readonly enabled: boolean };
}

/** Returns the ClusterServiceVersion of a bundle. */
export function clusterServiceVersion(
  parts: BundleParts,
  { createdAt, icon: file, replaces }: BundleOptions,
): ClusterServiceVersion {
  const { operator, props, manifests, definitions, owned, samples, versionExamples, images, access, webhooks } = parts;
  const { name } = operator;
  const { version } = operator.props;
  const { displayName, description, maturity, provider, maintainers, links, keywords, skips = [] } = props;
  const { permissions, clusterPermissions } = access;
  const icon = bundleIcon(props, file);
  const required = requiredDefinitions(props.requires);
  const nativeAPIs = nativeKinds(Controller.in(operator), definitions, props.requires);
  const replaced = props.replaces === undefined ? replaces : serviceVersionName(name, props.replaces);
  const annotations = catalogAnnotations({
    props,
    image: pinnedImage(operator.props.image, props.imageLock),
    namespace: manifests.find((manifest) => manifestPlace(manifest) === 'namespace'),
    samples: [...samples, ...versionExamples],
    initial: initializationSample(operator, samples),
    createdAt: createdAt && timestamp(createdAt.getTime()),
  });
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: serviceVersionName(name, version), labels: platformLabels(props.architectures), annotations },
    spec: {
      displayName,
      description,
      version,
      maturity: maturity ?? 'alpha',
      minKubeVersion: parts.minKubeVersion,
      provider,
      maintainers,
      links: links ?? [],
      keywords: keywords ?? [],
      ...(icon !== undefined && { icon: [{ base64data: icon.base64, mediatype: icon.mediaType }] as const }),
      installModes: installModes(supportedModes(operator.props)),
      install: {
        strategy: 'deployment',
        spec: {
          deployments: images.deployments.map(strategyDeployment),
          ...(permissions.length > 0 && { permissions }),
          ...(clusterPermissions.length > 0 && { clusterPermissions }),
        },
      },
      customresourcedefinitions: { owned, ...(required.length > 0 && { required }) },
      ...(nativeAPIs.length > 0 && { nativeAPIs }),
      relatedImages: images.relatedImages,
      ...(webhooks.webhooks.length > 0 && { webhookdefinitions: webhooks.webhooks }),
      ...(replaced !== undefined && { replaces: replaced }),
      ...(skips.length > 0 && { skips: skips.map((skipped) => serviceVersionName(name, skipped)) }),
      ...(props.deletesResources === true && { cleanup: { enabled: true } }),
    },
  };
}

function initializationSample(operator: Operator, samples: readonly KubernetesObject[]): KubernetesObject | undefined {
  const initial = Sample.in(operator).find(({ isInitial }) => isInitial)?.object;
  return samples.find(({ kind, metadata }) => kind === initial?.kind && metadata.name === initial.name);
}

function serviceVersionName(name: string, version: string): string {
  return `${name}.v${version}`;
}

/** Reports that the name of the ClusterServiceVersion, which follows from its operator and version, isn't valid. */
export function serviceVersionNameFindings(name: string, version: string): ManifestFinding[] {
  const release = serviceVersionName(name, version);
  const what = `the release can't be named ${release}`;
  const remedy = 'choose another id of the operator or another version';
  return [
    ...(isSubdomain(release)
      ? []
      : [{ what, why: "its name becomes an object's: lower-case letters, digits, '-' and '.' only", remedy }]),
    ...(release.length <= 63
      ? []
      : [{ what, why: `its name becomes a label of 63 characters at most, and has ${release.length}`, remedy }]),
  ];
}

function platformLabels(architectures: BundleProps['architectures'] = ['amd64']): Readonly<Record<string, string>> {
  const prefix = 'operatorframework.io';
  const platforms = [...architectures.map((architecture) => `arch.${architecture}`), 'os.linux'];
  return Object.fromEntries(platforms.map((platform) => [`${prefix}/${platform}`, 'supported']));
}
