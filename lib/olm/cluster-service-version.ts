import type { KubernetesObject, ObjectMeta } from '../api/index.ts';
import type { BundleProps } from '../constructs/index.ts';
import type { StrategyDeployment } from './deployment.ts';
import type { Finding } from './finding.ts';
import type { OwnedDefinition } from './owned-definition.ts';
import type { Permission } from './permission.ts';
import type { RelatedImage } from './related-image.ts';
import type { WebhookDefinition } from './webhook-definition.ts';

/**
 * A release of an operator as the Operator Lifecycle Manager knows it: what it brings, what it needs, how it runs, and
 * the words for its page in a catalog.
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
  readonly customresourcedefinitions: { readonly owned: readonly OwnedDefinition[] };
  readonly relatedImages: readonly RelatedImage[];
  readonly webhookdefinitions?: readonly WebhookDefinition[];
}

/** Whether an operator can be installed for such a choice of namespaces. */
export interface InstallMode {
  readonly type: 'OwnNamespace' | 'SingleNamespace' | 'MultiNamespace' | 'AllNamespaces';
  readonly supported: boolean;
}

/** What a {@link clusterServiceVersion} is made of. */
export interface ClusterServiceVersionParts {
  /** The operator's name, which is the package's too. */
  readonly name: string;
  readonly version: string;
  readonly words: BundleProps;
  /** The oldest Kubernetes that it runs on. */
  readonly minKubeVersion: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly owned: readonly OwnedDefinition[];
  readonly deployments: readonly StrategyDeployment[];
  readonly permissions: readonly Permission[];
  readonly clusterPermissions: readonly Permission[];
  readonly relatedImages: readonly RelatedImage[];
  readonly webhooks: readonly WebhookDefinition[];
}

/** The ClusterServiceVersion of a release. */
export function clusterServiceVersion(parts: ClusterServiceVersionParts): ClusterServiceVersion {
  const { name, version, words, annotations, owned, deployments, permissions, clusterPermissions } = parts;
  const { relatedImages, webhooks, minKubeVersion } = parts;
  const { displayName, description, maturity, provider, maintainers, links, keywords, icon, architectures } = words;
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: releaseName(name, version), labels: platformLabels(architectures), annotations },
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
      customresourcedefinitions: { owned },
      relatedImages,
      ...(webhooks.length > 0 && { webhookdefinitions: webhooks }),
    },
  };
}

/** The name of a release as catalogs and clusters know it. */
export function releaseName(name: string, version: string): string {
  return `${name}.v${version}`;
}

/** Why a release can't have the name that follows from its operator and version. */
export function releaseNameFindings(name: string, version: string): Finding[] {
  const release = releaseName(name, version);
  const what = `the release can't be named ${release}`;
  const remedy = 'choose another id of the operator or another version';
  const isSubdomain = release.split('.').every((label) => /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(label));
  return [
    ...(isSubdomain
      ? []
      : [{ what, why: "its name becomes an object's: lower-case letters, digits, '-' and '.' only", remedy }]),
    ...(release.length <= 63
      ? []
      : [{ what, why: `its name becomes a label of 63 characters at most, and has ${release.length}`, remedy }]),
  ];
}

/** The manager follows its kinds in all namespaces. All modes are told, because some readers take silence for yes. */
const installModes: readonly InstallMode[] = [
  { type: 'OwnNamespace', supported: false },
  { type: 'SingleNamespace', supported: false },
  { type: 'MultiNamespace', supported: false },
  { type: 'AllNamespaces', supported: true },
];

function platformLabels(architectures: BundleProps['architectures'] = ['amd64']): Readonly<Record<string, string>> {
  const prefix = 'operatorframework.io';
  const platforms = [...architectures.map((architecture) => `arch.${architecture}`), 'os.linux'];
  return Object.fromEntries(platforms.map((platform) => [`${prefix}/${platform}`, 'supported']));
}
