import type { GroupVersionKind, Kind } from '../../api/index.ts';

/** A kind, with the names that its definition gives it. */
export interface NamedKind extends Pick<GroupVersionKind, 'group' | 'kind'>, Pick<Kind, 'plural'> {
  readonly singular: string;
  readonly shortNames: readonly string[];
}

/** What people who name a kind are told to write. */
export const kindNames = 'as kubectl takes it, such as Certificate, certificates or certificates.cert-manager.io';

/**
 * Whether a kind is called so, as kubectl takes it, but for beginnings of groups: by its kind, its plural, its singular or a
 * short name, in capitals or not; alone, with its group behind a dot, or with one of these versions and its group.
 */
export function isCalled(
  { group, kind, plural, singular, shortNames }: NamedKind,
  versions: readonly string[],
  name: string,
): boolean {
  const called = name.toLowerCase();
  const endings = ['', `.${group}`, ...versions.map((version) => `.${version}.${group}`)];
  return [kind, plural, singular, ...shortNames].some((each) =>
    endings.some((ending) => called === each.toLowerCase() + ending),
  );
}
