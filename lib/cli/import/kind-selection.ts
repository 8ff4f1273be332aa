import { formatGroupKind, type Kind } from '../../api/index.ts';
import { Failure } from '../failure.ts';
import { isNameOfKind, type NamedKind } from '../source/kind-name.ts';

/**
 * Rejects sources among the names of kinds: an option with several values takes all words after it.
 *
 * @throws Failure naming the source.
 */
export function assertKindNames(names: readonly string[]): void {
  const source = names.find((name) => /[/:\\]|^-$|\.(?:ya?ml|json|tgz|tar|gz|zst)$/i.test(name));
  if (source === undefined) return;
  throw new Failure(`${source} follows --kind, which takes only names of kinds: name sources before --kind`);
}

/** A version of a kind, with the names of the kind. */
type NamedVersion = NamedKind & Pick<Kind, 'version'>;

/**
 * Returns the named kinds, by names that {@link isNameOfKind} accepts; all if no name is given. A name in several groups
 * means all of them, and one without a version all versions.
 *
 * @throws Failure for an unknown name.
 */
export function selectedKinds<Version extends NamedVersion>(
  kinds: readonly Version[],
  names: readonly string[],
): Version[] {
  const isNamed = (kind: Version, name: string) => isNameOfKind(kind, [kind.version], name);
  const unknown = names.find((name) => !kinds.some((kind) => isNamed(kind, name)));
  if (unknown !== undefined) {
    const known = [...new Set(kinds.map(formatGroupKind))].sort().join(', ');
    throw new Failure(`no source defines ${unknown}: name one of ${known}`);
  }
  return kinds.filter((kind) => names.length === 0 || names.some((name) => isNamed(kind, name)));
}
