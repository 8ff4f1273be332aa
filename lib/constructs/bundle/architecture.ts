/** The processor architectures that catalogs know, as Go names them. */
export const architectures = ['amd64', 'arm64', 'ppc64le', 's390x'] as const;

/** A processor architecture that catalogs know. */
export type Architecture = (typeof architectures)[number];
