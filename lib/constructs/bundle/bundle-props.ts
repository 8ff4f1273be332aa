import type { CustomResourceClass } from '../../api/index.ts';
import type { Architecture } from './architecture.ts';
import type { BundleDependency } from './bundle-dependency.ts';
import type { BundleProperty } from './bundle-property.ts';
import type { CapabilityLevel } from './capability-level.ts';
import type { Category } from './category.ts';
import type { InstallModeType } from './install-mode.ts';
import type { KindDescriptors } from './kind-descriptors.ts';
import type { Maturity } from './maturity.ts';
import type { OpenShiftProps } from './openshift-props.ts';
import type { RequiredKind } from './required-kind.ts';
import type { ScorecardProps } from './scorecard-props.ts';

/** The metadata of an operator that catalogs show, and the requirements of its installation. */
export interface BundleProps {
  /** The name that people read, 3 to 50 characters. */
  readonly displayName: string;
  /** Markdown, 20 characters or more. */
  readonly description: string;
  /**
   * The line that a catalog shows before a user opens the operator's page: 10 characters or more.
   *
   * @default the first paragraph of the description
   */
  readonly summary?: string;
  /** The publisher of the operator; the name has 3 characters or more. */
  readonly provider: { readonly name: string; readonly url?: string };
  /** The support for its users, 3 characters or more. @default the provider's name */
  readonly support?: string;
  readonly maintainers: readonly { readonly name: string; readonly email: string }[];
  readonly links?: readonly { readonly name: string; readonly url: string }[];
  /** The web address of the operator's source. @default none */
  readonly repository?: string;
  readonly keywords?: readonly string[];
  /**
   * A file beside the program, such as `new URL('icon.svg', import.meta.url)`, which only `synth` reads; or the picture
   * itself. @default none
   */
  readonly icon?: URL | Icon;
  /** @default alpha */
  readonly maturity?: Maturity;
  /** The level of the operator's automation. @default Basic Install */
  readonly capabilities?: CapabilityLevel;
  /** The operator's categories in catalogs. @default none */
  readonly categories?: readonly Category[];
  /** The architectures, as Go names them, of the operator's image and those of its children. @default ['amd64'] */
  readonly architectures?: readonly [Architecture, ...Architecture[]];

  /** The channels of this release; the first is the default channel. @default ['alpha'] */
  readonly channels?: readonly [string, ...string[]];
  /** The version that this release updates, without a leading `v`. @default none: it is the first of its channels */
  readonly replaces?: string;
  /** Versions that OLM must not install any more, not even on the way to another one. @default none */
  readonly skips?: readonly string[];
  /**
   * The versions that are updated to this one directly, without those in between: a range such as `>=1.0.0 <1.2.0`.
   *
   * @default none
   */
  readonly skipRange?: string;

  /** The oldest Kubernetes that the operator supports, `x.y.z`. @default 1.30.0, or later if a definition needs it */
  readonly minKubeVersion?: string;
  /**
   * The choices of namespaces that it supports. Unless AllNamespaces is the only one, its rights are those in the
   * chosen namespaces.
   *
   * @default AllNamespaces; all others if the operator has `watchNamespaces`
   */
  readonly installModes?: readonly [InstallModeType, ...InstallModeType[]];
  /**
   * Kinds that another operator of the catalogs provides, which is installed with this one. Other third-party kinds
   * that controllers own, watch or refer to must be in the cluster already.
   *
   * @default none
   */
  readonly requires?: readonly RequiredKind[];
  /** Other dependencies of the operator. @default none */
  readonly dependencies?: readonly BundleDependency[];
  /** Other properties for resolvers and catalogs. @default none */
  readonly properties?: readonly BundleProperty[];
  /** True if the resources of the operator's kinds are deleted when it is uninstalled. @default false */
  readonly deletesResources?: boolean;

  /**
   * Image → its digest, `sha256:…`, as in a lock file. All images of the bundle are named by digest then, and the
   * manager starts those of its children by digest, too.
   *
   * @default images are named as in the definition
   */
  readonly imageLock?: Readonly<Record<string, string>>;
  /** The appearance of fields in consoles, beyond the one that follows from their types. @default none */
  readonly descriptors?: readonly KindDescriptors[];
  /** Kinds that consoles don't offer to users, because only the operator creates their resources. @default none */
  readonly internalKinds?: readonly CustomResourceClass[];
  /**
   * True if the bundle has no descriptions of fields, in the definitions and for consoles. They are most of the size of
   * a large bundle, which must not exceed 1 MiB. Those in `descriptors` stay.
   *
   * @default false
   */
  readonly omitsFieldDescriptions?: boolean;
  /**
   * True if the bundle has the ServiceMonitor of the metrics. OLM then installs it only in clusters with the Prometheus
   * operator, such as OpenShift.
   *
   * @default false
   */
  readonly includesMonitor?: boolean;
  /** Metadata for OpenShift beyond the releases that it can be installed on. @default none */
  readonly openshift?: OpenShiftProps;
  /** The tests that catalogs run in a cluster. @default none */
  readonly scorecard?: ScorecardProps;
}

/** A picture of the operator. */
export interface Icon {
  /** The file's bytes in base64. */
  readonly base64: string;
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/svg+xml';
}
