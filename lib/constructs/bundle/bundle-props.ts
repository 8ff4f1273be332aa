import type { CustomResourceClass, GroupVersionKind, JsonValue, KindReference } from '../../api/index.ts';
import type {
  Architecture,
  CapabilityLevel,
  Category,
  InstallModeType,
  Maturity,
  OpenShiftFeature,
} from './bundle-choice.ts';
import type { KindDescriptors } from './kind-descriptors.ts';

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
   * True if the bundle has the ServiceMonitor of the metrics, and the alerts of `ManagerAlerts`. OLM then installs it
   * only in clusters with the Prometheus operator, such as OpenShift.
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

/** A kind that an operator uses and another operator of the catalogs provides. */
export interface RequiredKind {
  /** The class of the kind, or its description if no class has plural and scope. */
  readonly kind: KindReference;
  /** The use that the operator makes of it. */
  readonly description: string;
  /** @default the kind's name */
  readonly displayName?: string;
}

/** The metadata of an operator for OpenShift's catalogs and console. */
export interface OpenShiftProps {
  /**
   * The releases whose catalogs offer it: `v4.16` and later, `v4.14-v4.17`, or `=v4.16` alone.
   *
   * @default those with the oldest Kubernetes that it supports
   */
  readonly versions?: `v4.${number}` | `v4.${number}-v4.${number}` | `=v4.${number}`;
  /**
   * The last release that it supports: clusters aren't updated beyond it while the operator is installed.
   *
   * @default none
   */
  readonly maxVersion?: `4.${number}`;
  /**
   * The features that it has and those that it lacks.
   *
   * @default false for each feature that catalogs require; the others aren't declared
   */
  readonly features?: Readonly<Partial<Record<OpenShiftFeature, boolean>>>;
  /** The subscriptions of which a user needs one, as text. @default none */
  readonly validSubscriptions?: readonly string[];
  /** True if the cluster's own Prometheus scrapes the operator's namespace. @default false */
  readonly hasClusterMonitoring?: boolean;
  /** The names of its ConsolePlugins. @default none */
  readonly consolePlugins?: readonly string[];
  /** True if the console can't delete the operator's resources when it uninstalls it. @default false */
  readonly keepsResources?: boolean;
}

/**
 * A dependency of an operator: resolvers install it from the catalogs, or refuse the installation.
 *
 * @see https://olm.operatorframework.io/docs/concepts/olm-architecture/dependency-resolution/
 */
export type BundleDependency =
  | PackageDependency
  | KindDependency
  /** A bundle with this label among its properties. */
  | { readonly label: string }
  | {
      readonly constraint: BundleConstraint;
      /** The message if it isn't met. */
      readonly failureMessage: string;
    };

/** A release of another package. */
export interface PackageDependency {
  readonly package: string;
  /** A range of versions, such as `>=1.2.0 <2.0.0`. */
  readonly versions: string;
}

/** An operator that provides a kind. */
export interface KindDependency {
  readonly kind: Pick<GroupVersionKind, 'group' | 'version' | 'kind'>;
}

/** A condition on the installed operators, which may consist of other conditions. */
export type BundleConstraint =
  | PackageDependency
  | KindDependency
  /** An expression over `properties`, the list of a bundle's types and values. */
  | { readonly cel: string }
  | { readonly all: readonly [BundleConstraint, ...BundleConstraint[]] }
  | { readonly any: readonly [BundleConstraint, ...BundleConstraint[]] }
  /** None of them may be true; only together with a condition that must be true. */
  | { readonly not: readonly [BundleConstraint, ...BundleConstraint[]] };

/** A property of a bundle that resolvers and catalogs read. */
export interface BundleProperty {
  /**
   * The reader and meaning of the property, such as `example.com.edition`. Properties that follow from the bundle
   * itself don't belong here.
   */
  readonly type: string;
  readonly value: JsonValue;
}

/** The tests of the Operator SDK's image, in the order in which it lists them: test → its suite. */
export const scorecardTests = {
  'basic-check-spec': 'basic',
  'olm-bundle-validation': 'olm',
  'olm-crds-have-validation': 'olm',
  'olm-crds-have-resources': 'olm',
  'olm-spec-descriptors': 'olm',
  'olm-status-descriptors': 'olm',
} as const;

/** A test of the Operator SDK's image. */
export type ScorecardTest = keyof typeof scorecardTests;

/** The tests of a bundle that catalogs run in a cluster. */
export interface ScorecardProps {
  /** The image with the tests, such as a release of the Operator SDK's `scorecard-test`. */
  readonly image: string;
  /** @default all of them */
  readonly tests?: readonly [ScorecardTest, ...ScorecardTest[]];
}
