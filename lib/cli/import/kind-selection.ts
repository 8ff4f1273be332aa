import { formatGroupKind, type Kind } from '../../api/index.ts';
import { Failure } from '../failure.ts';
import { isCalled, type NamedKind } from '../source/kind-name.ts';

/**
 * Refuses sources among the names of kinds: the option that takes several takes all words behind it.
 *
 * @throws Failure naming the source.
 */
export function assertKindNames(names: readonly string[]): void {
  const source = names.find((name) => /[/:\\]|^-$|\.(?:ya?ml|json|tgz|tar|gz|zst)$/i.test(name));
  if (source === undefined) return;
  throw new Failure(`${source} follows --kind, where only names of kinds stand: name sources before --kind`);
}

/** A version of a kind, with the names of the kind. */
type NamedVersion = NamedKind & Pick<Kind, 'version'>;

/**
 * Those of some kinds that are named, each as {@link isCalled} takes it; all, where none is. A name that several groups have
 * means all of them, and one without a version all versions.
 *
 * @throws Failure for a name that none of them has.
 */
export function selectedKinds<Version extends NamedVersion>(
  kinds: readonly Version[],
  names: readonly string[],
): Version[] {
  const isNamed = (kind: Version, name: string) => isCalled(kind, [kind.version], name);
  const unknown = names.find((name) => !kinds.some((kind) => isNamed(kind, name)));
  if (unknown !== undefined) {
    const known = [...new Set(kinds.map(formatGroupKind))].sort().join(', ');
    throw new Failure(`no source defines ${unknown}: name one of ${known}`);
  }
  return kinds.filter((kind) => names.length === 0 || names.some((name) => isNamed(kind, name)));
}
