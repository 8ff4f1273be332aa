import type { GroupVersionKind, Kind } from '../../api/index.ts';

/** A kind, with the names of its definition. */
export interface NamedKind extends Pick<GroupVersionKind, 'group' | 'kind'>, Pick<Kind, 'plural'> {
  readonly singular: string;
  readonly shortNames: readonly string[];
}

/** The description of a kind's name for users. */
export const kindNames = 'as kubectl takes it, such as Certificate, certificates or certificates.cert-manager.io';

/**
 * Returns true if a name is one of a kind, as in kubectl, except for abbreviated groups: its kind, plural, singular or
 * short name, ignoring case. It may be alone, followed by a dot and the group, or by one of these versions and the
 * group.
 */
export function isNameOfKind(
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
