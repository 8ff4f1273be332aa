/** The identity of a kind in one version. `group` is empty for the core group. */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Returns the `apiVersion` of a kind's objects: `group/version`, or `version` alone in the core group. */
export function apiVersion({ group, version }: Pick<GroupVersionKind, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}

/** Returns the group, version and kind that an object or a reference names by `apiVersion` and `kind`. */
export function groupVersionKind(named: { readonly apiVersion: string; readonly kind: string }): GroupVersionKind {
  const slash = named.apiVersion.indexOf('/');
  return slash < 0
    ? { group: '', version: named.apiVersion, kind: named.kind }
    : { group: named.apiVersion.slice(0, slash), version: named.apiVersion.slice(slash + 1), kind: named.kind };
}

/** Formats kind and group, if the version makes no difference: `Deployment.apps`, `Pod`. */
export function formatGroupKind({ group, kind }: Pick<GroupVersionKind, 'group' | 'kind'>): string {
  return group === '' ? kind : `${kind}.${group}`;
}

/** Formats kind, group and version for messages: `Deployment.apps/v1`, `Pod.v1`. */
export function formatGroupVersionKind({ group, version, kind }: GroupVersionKind): string {
  return group === '' ? `${kind}.${version}` : `${kind}.${group}/${version}`;
}

/** Returns true if two kinds are the same kind in the same version. */
export function isSameKind(one: GroupVersionKind, other: GroupVersionKind): boolean {
  return one.kind === other.kind && one.group === other.group && one.version === other.version;
}

/** Returns each kind once, in the order of their first mention. */
export function distinctKinds<Each extends GroupVersionKind>(kinds: readonly Each[]): Each[] {
  return kinds.filter((kind, index) => kinds.findIndex((other) => isSameKind(kind, other)) === index);
}
