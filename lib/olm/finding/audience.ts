/**
 * The recipients of a bundle: `olm`, the Operator Lifecycle Manager of most clusters; `olm-v1`, its successor;
 * `community`, the pipelines of the public catalogs; `openshift`, those and OpenShift's console.
 */
export type Audience = (typeof audiences)[number];

/** All of them. */
export const audiences = ['olm', 'olm-v1', 'community', 'openshift'] as const;

/** The audiences whose bundles go through the pipelines of the public catalogs. */
export const publicCatalogs: readonly Audience[] = ['community', 'openshift'];
