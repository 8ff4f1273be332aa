import type { GroupVersionKind, Kind } from '../../api/index.ts';

/** A kind, with the names that its definition gives it. */
export interface NamedKind extends Pick<GroupVersionKind, 'group' | 'kind'>, Pick<Kind, 'plural'> {
  readonly singular: string;
  readonly shortNames: readonly string[];
}

/** What people who name a kind are told to write. */
export const kindNames = 'as kubectl takes it, such as Certificate, certificates or certificates.cert-manager.io';

/**
 * Whether a kind is called so: by its kind, its plural, its singular or a short name, in capitals or not, alone or with its
 * group behind a dot, as kubectl takes it.
 */
export function isCalled({ group, kind, plural, singular, shortNames }: NamedKind, name: string): boolean {
  const called = name.toLowerCase();
  return [kind, plural, singular, ...shortNames]
    .map((each) => each.toLowerCase())
    .some((each) => called === each || called === `${each}.${group}`);
}
