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

/** What a catalog tells people about an operator, where it offers it, and what an installation of it needs. */
export interface BundleProps {
  /** For people, 3 to 50 characters. */
  readonly displayName: string;
  /** Markdown, 20 characters or more. */
  readonly description: string;
  /** What a catalog shows before anybody opens the operator's page: a line of 10 characters or more. @default the first paragraph of the description */
  readonly summary?: string;
  /** Who publishes the operator; the name has 3 characters or more. */
  readonly provider: { readonly name: string; readonly url?: string };
  /** Who helps its users, 3 characters or more. @default the provider's name */
  readonly support?: string;
  readonly maintainers: readonly { readonly name: string; readonly email: string }[];
  readonly links?: readonly { readonly name: string; readonly url: string }[];
  /** Where the operator's source is, an address of the web. @default none */
  readonly repository?: string;
  readonly keywords?: readonly string[];
  /**
   * A file beside the program, such as `new URL('icon.svg', import.meta.url)`, which only `synth` reads; or the picture
   * itself. @default none
   */
  readonly icon?: URL | Icon;
  /** @default alpha */
  readonly maturity?: Maturity;
  /** How far the operator's automation goes. @default Basic Install */
  readonly capabilities?: CapabilityLevel;
  /** Where a catalog files the operator. @default none */
  readonly categories?: readonly Category[];
  /** The processors, in Go's words, that the operator's image and those of its children are made for. @default ['amd64'] */
  readonly architectures?: readonly [Architecture, ...Architecture[]];

  /** The streams of updates that carry this release; the first is the default one. @default ['alpha'] */
  readonly channels?: readonly [string, ...string[]];
  /** The version that this release is an update of, without a leading `v`. @default none: it is the first of its channels */
  readonly replaces?: string;
  /** Versions that nobody is to be updated to or by way of any more. @default none */
  readonly skips?: readonly string[];
  /** The versions that are updated to this one at once, whatever lies between: a range such as `>=1.0.0 <1.2.0`. @default none */
  readonly skipRange?: string;

  /** The oldest Kubernetes that the operator runs on, `x.y.z`. @default 1.30.0, or later if a definition needs it */
  readonly minKubeVersion?: string;
  /**
   * For which choices of namespaces it can be installed. Where that isn't all of them alone, its rights are those of the
   * chosen namespaces. @default AllNamespaces; all others, where the operator has `watchNamespaces`
   */
  readonly installModes?: readonly [InstallModeType, ...InstallModeType[]];
  /**
   * Kinds that another operator of the catalogs brings, which is installed with this one. Other kinds of others that
   * controllers own, watch or refer to are expected to be in the cluster. @default none
   */
  readonly requires?: readonly RequiredKind[];
  /** What else has to be installed with the operator. @default nothing */
  readonly dependencies?: readonly BundleDependency[];
  /** What else resolvers and catalogs are told. @default nothing */
  readonly properties?: readonly BundleProperty[];
  /** Whether the resources of the operator's kinds are deleted when it is uninstalled. @default false */
  readonly deletesResources?: boolean;

  /**
   * Image → its digest, `sha256:…`, as a lock file holds them: all images of the bundle are named by digest then, and the
   * manager starts its children's by digest too. @default images are named as they are in the definition
   */
  readonly imageLock?: Readonly<Record<string, string>>;
  /** How consoles show fields, beyond what follows from their types. @default that alone */
  readonly descriptors?: readonly KindDescriptors[];
  /** Kinds that consoles don't offer to people, because only the operator makes resources of them. @default none */
  readonly internalKinds?: readonly CustomResourceClass[];
  /**
   * Whether the bundle lacks the descriptions of fields, in the definitions and for consoles, which are most of what a
   * large one weighs: a bundle must not weigh more than 1 MiB. What `descriptors` says stays. @default false
   */
  readonly omitsFieldDescriptions?: boolean;
  /**
   * Whether the ServiceMonitor of the metrics is in the bundle: OLM then installs it only where the Prometheus operator is,
   * as on OpenShift. @default false
   */
  readonly includesMonitor?: boolean;
  /** What OpenShift wants to know beyond the releases that it can be installed on. @default nothing */
  readonly openshift?: OpenShiftProps;
  /** The tests that catalogs run in a cluster. @default none */
  readonly scorecard?: ScorecardProps;
}

/** A picture that stands for the operator. */
export interface Icon {
  /** The file's bytes in base64. */
  readonly base64: string;
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/svg+xml';
}
