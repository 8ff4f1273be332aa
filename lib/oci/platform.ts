/** What a machine is, in the words of Go. */
export interface Platform {
  readonly os: string;
  readonly architecture: string;
  /** Of the architecture: `v7` of `arm`. */
  readonly variant?: string;
}

/** For what machines somebody else's image says it is. */
export interface StoredPlatform {
  readonly os?: string | null | undefined;
  readonly architecture?: string | null | undefined;
  readonly variant?: string | null | undefined;
}

/** Whether an image is for a platform. A variant counts where both tell one: hardly anybody does where there is but one. */
export function isForPlatform({ os, architecture, variant }: StoredPlatform, wanted: Platform): boolean {
  if (os !== wanted.os || architecture !== wanted.architecture) return false;
  return !variant || wanted.variant === undefined || variant === wanted.variant;
}

/** A platform as text tells it, `linux/amd64` or `linux/arm/v7`; undefined if it tells none. */
export function platform(text: string): Platform | undefined {
  const match = /^(?<os>[a-z0-9]+)\/(?<architecture>[a-z0-9]+)(?:\/(?<variant>[a-z0-9.]+))?$/.exec(text)?.groups;
  const { os, architecture, variant } = match ?? {};
  if (os === undefined || architecture === undefined) return undefined;
  return { os, architecture, ...(variant !== undefined && { variant }) };
}
