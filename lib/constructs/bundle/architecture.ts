/** The kinds of processors that catalogs offer operators for, in Go's words. */
export const architectures = ['amd64', 'arm64', 'ppc64le', 's390x'] as const;

/** A kind of processor that catalogs know. */
export type Architecture = (typeof architectures)[number];
