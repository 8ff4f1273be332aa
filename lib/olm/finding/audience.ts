/**
 * Who is to accept a bundle: `olm`, the Operator Lifecycle Manager as most clusters have it; `olm-v1`, its successor;
 * `community`, the pipelines of the public catalogs; `openshift`, those and OpenShift's console.
 */
export type Audience = (typeof audiences)[number];

/** All of them. */
export const audiences = ['olm', 'olm-v1', 'community', 'openshift'] as const;

/** Those whose bundles the pipelines of the public catalogs take. */
export const publicCatalogs: readonly Audience[] = ['community', 'openshift'];
