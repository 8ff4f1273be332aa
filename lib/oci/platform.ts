/** What a machine is, in the words of Go. */
export interface Platform {
  readonly os: string;
  readonly architecture: string;
  /** Of the architecture: `v7` of `arm`. */
  readonly variant?: string;
}

/** A platform as text tells it, `linux/amd64` or `linux/arm/v7`; undefined if it tells none. */
export function platform(text: string): Platform | undefined {
  const match = /^(?<os>[a-z0-9]+)\/(?<architecture>[a-z0-9]+)(?:\/(?<variant>[a-z0-9.]+))?$/.exec(text)?.groups;
  const { os, architecture, variant } = match ?? {};
  if (os === undefined || architecture === undefined) return undefined;
  return { os, architecture, ...(variant !== undefined && { variant }) };
}
