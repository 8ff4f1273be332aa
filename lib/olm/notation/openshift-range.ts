/** Releases of OpenShift 4, by the second number of their versions. */
export interface OpenshiftRange {
  readonly first: number;
  /** Infinite if there is none. */
  readonly last: number;
}

/** The annotation that says which releases of OpenShift a bundle is offered to. */
export const openshiftVersions = 'com.redhat.openshift.versions';

/** What `com.redhat.openshift.versions` says: `v4.14` (from then on), `v4.14-v4.17` or `=v4.14`; undefined if it says nothing. */
export function openshiftRange(text: string): OpenshiftRange | undefined {
  // A list, which only those two versions were allowed to be.
  if (/^v4\.5,\s*v4\.6$/.test(text)) return { first: 5, last: Number.POSITIVE_INFINITY };
  const [, single, first, last] = /^(?:=v4\.(\d+)|v4\.(\d+)(?:-v4\.(\d+))?)$/.exec(text) ?? [];
  if (single !== undefined) return { first: Number(single), last: Number(single) };
  if (first === undefined) return undefined;
  return { first: Number(first), last: last === undefined ? Number.POSITIVE_INFINITY : Number(last) };
}

/** The property that says up to which release of OpenShift a bundle runs. */
export const lastOpenshift = 'olm.maxOpenShiftVersion';

/** The second number of a version such as `4.18`, `v4.18` or `4.18.3`, as `olm.maxOpenShiftVersion` has it; undefined of others. */
export function openshiftMinor(version: string): number | undefined {
  const minor = /^v?4\.(\d+)(?:\.\d+(?:[-+]\S+)?)?$/.exec(version)?.[1];
  return minor === undefined ? undefined : Number(minor);
}

/** The first release of OpenShift that has a Kubernetes: 4.14 has 1.27, and the two have counted up together since. */
export function oldestOpenshift(minKubeVersion: string): number | undefined {
  const minor = /^1\.(\d+)\./.exec(minKubeVersion)?.[1];
  return minor === undefined ? undefined : Number(minor) - 13;
}
