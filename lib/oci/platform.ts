/** A platform in the terms of Go. */
export interface Platform {
  readonly os: string;
  readonly architecture: string;
  /** The variant of the architecture: `v7` of `arm`. */
  readonly variant?: string;
}

/** The platform of an image that another tool built. */
export interface StoredPlatform {
  readonly os?: string | null | undefined;
  readonly architecture?: string | null | undefined;
  readonly variant?: string | null | undefined;
}

/**
 * Returns true if an image is for a platform. A variant counts only if both have one: most tools omit it if there is
 * only one.
 */
export function isForPlatform({ os, architecture, variant }: StoredPlatform, wanted: Platform): boolean {
  if (os !== wanted.os || architecture !== wanted.architecture) return false;
  return !variant || wanted.variant === undefined || variant === wanted.variant;
}

/** Parses a platform, `linux/amd64` or `linux/arm/v7`; undefined if it isn't valid. */
export function parsePlatform(text: string): Platform | undefined {
  const match = /^(?<os>[a-z0-9]+)\/(?<architecture>[a-z0-9]+)(?:\/(?<variant>[a-z0-9.]+))?$/.exec(text)?.groups;
  const { os, architecture, variant } = match ?? {};
  if (os === undefined || architecture === undefined) return undefined;
  return { os, architecture, ...(variant !== undefined && { variant }) };
}
