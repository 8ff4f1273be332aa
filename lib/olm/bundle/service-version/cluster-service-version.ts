import { isSubdomain, type KubernetesObject, type ObjectMeta } from '../../../api/index.ts';
import type { BundleProps, Icon, InstallMode } from '../../../constructs/index.ts';
import type { Permission } from '../access/permission.ts';
import type { NativeKind } from '../definition/native-kind.ts';
import type { OwnedDefinition } from '../definition/owned-definition.ts';
import type { RequiredDefinition } from '../definition/required-kind.ts';
import type { RelatedImage } from '../image/folded-image.ts';
import type { StrategyDeployment } from '../manifest/deployment.ts';
import type { ManifestFinding } from '../manifest-finding.ts';
import type { WebhookDefinition } from '../webhook/webhook-definition.ts';

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

/** The inputs of {@link clusterServiceVersion}. */
export interface ClusterServiceVersionParts {
  /** The operator's name, which is also the package's. */
  readonly name: string;
  readonly version: string;
  readonly props: BundleProps;
  readonly icon: Icon | undefined;
  readonly installModes: readonly InstallMode[];
  /** The oldest release of Kubernetes that the operator runs on. */
  readonly minKubeVersion: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly owned: readonly OwnedDefinition[];
  readonly required: readonly RequiredDefinition[];
  readonly nativeKinds: readonly NativeKind[];
  readonly deployments: readonly StrategyDeployment[];
  readonly permissions: readonly Permission[];
  readonly clusterPermissions: readonly Permission[];
  readonly relatedImages: readonly RelatedImage[];
  readonly webhooks: readonly WebhookDefinition[];
  /** The name of the replaced release, unless the bundle props name one. @default none */
  readonly replaces?: string | undefined;
}

/** Returns the ClusterServiceVersion of a release. */
export function clusterServiceVersion(parts: ClusterServiceVersionParts): ClusterServiceVersion {
  const { name, version, props, annotations, owned, deployments, permissions, clusterPermissions } = parts;
  const { relatedImages, webhooks, minKubeVersion, icon, installModes, required, nativeKinds, replaces } = parts;
  const { displayName, description, maturity, provider, maintainers, links, keywords, architectures } = props;
  const { skips = [], deletesResources } = props;
  const replaced = props.replaces === undefined ? replaces : serviceVersionName(name, props.replaces);
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: serviceVersionName(name, version), labels: platformLabels(architectures), annotations },
    spec: {
      displayName,
      description,
      version,
      maturity: maturity ?? 'alpha',
      minKubeVersion,
      provider,
      maintainers,
      links: links ?? [],
      keywords: keywords ?? [],
      ...(icon !== undefined && { icon: [{ base64data: icon.base64, mediatype: icon.mediaType }] as const }),
      installModes,
      install: {
        strategy: 'deployment',
        spec: {
          deployments,
          ...(permissions.length > 0 && { permissions }),
          ...(clusterPermissions.length > 0 && { clusterPermissions }),
        },
      },
      customresourcedefinitions: { owned, ...(required.length > 0 && { required }) },
      ...(nativeKinds.length > 0 && { nativeAPIs: nativeKinds }),
      relatedImages,
      ...(webhooks.length > 0 && { webhookdefinitions: webhooks }),
      ...(replaced !== undefined && { replaces: replaced }),
      ...(skips.length > 0 && { skips: skips.map((skipped) => serviceVersionName(name, skipped)) }),
      ...(deletesResources === true && { cleanup: { enabled: true } }),
    },
  };
}

function serviceVersionName(name: string, version: string): string {
  return `${name}.v${version}`;
}

/** Reports that the name of a release, which follows from its operator and version, isn't valid. */
export function releaseNameFindings(name: string, version: string): ManifestFinding[] {
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
