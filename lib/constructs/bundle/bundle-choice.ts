/** The processor architectures that catalogs know, as Go names them. */
export const architectures = ['amd64', 'arm64', 'ppc64le', 's390x'] as const;

/** A processor architecture that catalogs know. */
export type Architecture = (typeof architectures)[number];

/**
 * The levels of operators' automation, the lowest first.
 *
 * @see https://sdk.operatorframework.io/docs/overview/operator-capabilities/
 */
export const capabilityLevels = [
  'Basic Install',
  'Seamless Upgrades',
  'Full Lifecycle',
  'Deep Insights',
  'Auto Pilot',
] as const;

/** A level of an operator's automation. */
export type CapabilityLevel = (typeof capabilityLevels)[number];

/** The categories that all catalogs know. */
export const categories = [
  'AI/Machine Learning',
  'Application Runtime',
  'Big Data',
  'Cloud Provider',
  'Database',
  'Developer Tools',
  'Integration & Delivery',
  'Logging & Tracing',
  'Modernization & Migration',
  'Monitoring',
  'Networking',
  'OpenShift Optional',
  'Security',
  'Storage',
  'Streaming & Messaging',
] as const;

/**
 * The categories that some catalogs know and others refuse: category → catalogs that refuse it.
 *
 * @see
 *   https://github.com/redhat-openshift-ecosystem/operator-pipelines/blob/main/operator-pipeline-images/operatorcert/static_tests/community/validations.py
 */
export const disputedCategories = {
  Observability: 'the public catalogs',
  'Drivers and plugins': 'operator-sdk',
} as const;

/** A category of an operator in catalogs. */
export type Category = (typeof categories)[number] | keyof typeof disputedCategories;

/** The choices of namespaces that an operator can watch, in OLM's order. */
export const installModeTypes = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'] as const;

/** A choice of namespaces: the operator's own, another one, several, or all of them. */
export type InstallModeType = (typeof installModeTypes)[number];

/** An install mode of OLM: a choice of namespaces, and true if the operator supports it. */
export interface InstallMode {
  readonly type: InstallModeType;
  readonly supported: boolean;
}

/** The states of a release that catalogs show. */
export const maturities = [
  'planning',
  'pre-alpha',
  'alpha',
  'beta',
  'stable',
  'mature',
  'inactive',
  'deprecated',
] as const;

/** The maturity of a release. */
export type Maturity = (typeof maturities)[number];

/** The features that OpenShift's catalogs require an operator to declare as true or false. */
export const askedFeatures = [
  'disconnected',
  'fips-compliant',
  'proxy-aware',
  'tls-profiles',
  'token-auth-aws',
  'token-auth-azure',
  'token-auth-gcp',
] as const;

/**
 * The features that OpenShift knows. Those that catalogs don't require concern few operators.
 *
 * @see https://docs.redhat.com/en/documentation/openshift_container_platform/4.18/html/operators/developing-operators
 */
export const openShiftFeatures = [...askedFeatures, 'cnf', 'cni', 'csi'] as const;

/** A feature of an operator, as OpenShift names it. */
export type OpenShiftFeature = (typeof openShiftFeatures)[number];
