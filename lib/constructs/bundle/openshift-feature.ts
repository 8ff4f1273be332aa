/** The features that OpenShift's catalogs ask for: of each, an operator says whether it has it. */
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
 * The features that OpenShift knows. Those that nobody asks for concern few operators.
 *
 * @see https://docs.redhat.com/en/documentation/openshift_container_platform/4.18/html/operators/developing-operators
 */
export const openShiftFeatures = [...askedFeatures, 'cnf', 'cni', 'csi'] as const;

/** What an operator may be able to do, in OpenShift's words. */
export type OpenShiftFeature = (typeof openShiftFeatures)[number];
