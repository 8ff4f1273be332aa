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
