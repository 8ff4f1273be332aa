/** What a catalog tells people about an operator, and where it offers it. */
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
  /** @default none */
  readonly icon?: Icon;
  /** @default alpha */
  readonly maturity?: 'planning' | 'pre-alpha' | 'alpha' | 'beta' | 'stable' | 'mature' | 'inactive' | 'deprecated';
  /** How far the operator's automation goes. @default Basic Install */
  readonly capabilities?: 'Basic Install' | 'Seamless Upgrades' | 'Full Lifecycle' | 'Deep Insights' | 'Auto Pilot';
  /** Where a catalog files the operator. @default none */
  readonly categories?: readonly Category[];
  /** The streams of updates that carry this release; the first is the default one. @default ['alpha'] */
  readonly channels?: readonly [string, ...string[]];
  /** The oldest Kubernetes that the operator runs on, `x.y.z`. @default 1.30.0, or later if a definition needs it */
  readonly minKubeVersion?: string;
  /** The processors, in Go's words, that the operator's image and those of its children are made for. @default ['amd64'] */
  readonly architectures?: readonly [Architecture, ...Architecture[]];
}

/** A picture that stands for the operator. */
export interface Icon {
  /** The file's bytes in base64. */
  readonly base64: string;
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/svg+xml';
}

/** A kind of processor that catalogs know. */
export type Architecture = 'amd64' | 'arm64' | 'ppc64le' | 's390x';

/** The categories that catalogs know. */
export type Category =
  | 'AI/Machine Learning'
  | 'Application Runtime'
  | 'Big Data'
  | 'Cloud Provider'
  | 'Database'
  | 'Developer Tools'
  | 'Integration & Delivery'
  | 'Logging & Tracing'
  | 'Modernization & Migration'
  | 'Monitoring'
  | 'Networking'
  | 'Observability'
  | 'OpenShift Optional'
  | 'Security'
  | 'Storage'
  | 'Streaming & Messaging';
