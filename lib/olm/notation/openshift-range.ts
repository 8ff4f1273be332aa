/** Releases of OpenShift 4, by minor version. */
export interface OpenshiftRange {
  readonly first: number;
  /** The last release; infinite if there is none. */
  readonly last: number;
}

/** The annotation with the releases of OpenShift that a bundle is offered to. */
export const openshiftVersions = 'com.redhat.openshift.versions';

/**
 * Parses `com.redhat.openshift.versions`: `v4.14` (from then on), `v4.14-v4.17` or `=v4.14`; undefined if not valid.
 */
export function openshiftRange(text: string): OpenshiftRange | undefined {
  // The only list that is allowed.
  if (/^v4\.5,\s*v4\.6$/.test(text)) return { first: 5, last: Number.POSITIVE_INFINITY };
  const [, single, first, last] = /^(?:=v4\.(\d+)|v4\.(\d+)(?:-v4\.(\d+))?)$/.exec(text) ?? [];
  if (single !== undefined) return { first: Number(single), last: Number(single) };
  if (first === undefined) return undefined;
  return { first: Number(first), last: last === undefined ? Number.POSITIVE_INFINITY : Number(last) };
}

/** The property with the last release of OpenShift that a bundle runs on. */
export const lastOpenshift = 'olm.maxOpenShiftVersion';

/**
 * Returns the minor version of `4.18`, `v4.18` or `4.18.3`, the forms of `olm.maxOpenShiftVersion`; undefined for
 * others.
 */
export function openshiftMinor(version: string): number | undefined {
  const minor = /^v?4\.(\d+)(?:\.\d+(?:[-+]\S+)?)?$/.exec(version)?.[1];
  return minor === undefined ? undefined : Number(minor);
}

/** Returns the first release of OpenShift with a Kubernetes: 4.14 has 1.27, and both have counted up together since. */
export function oldestOpenshift(minKubeVersion: string): number | undefined {
  const minor = /^1\.(\d+)\./.exec(minKubeVersion)?.[1];
  return minor === undefined ? undefined : Number(minor) - 13;
}
