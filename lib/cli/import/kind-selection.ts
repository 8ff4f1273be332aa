import { formatGroupKind } from '../../api/index.ts';
import { Failure } from '../failure.ts';
import { isCalled, type NamedKind } from '../source/kind-name.ts';

/**
 * Those of some kinds that are named, each as {@link isCalled} takes it; all, where none is. A name that several groups have
 * means all of them.
 *
 * @throws Failure for a name that none of them has.
 */
export function selectedKinds<Kind extends NamedKind>(kinds: readonly Kind[], names: readonly string[]): Kind[] {
  const unknown = names.find((name) => !kinds.some((kind) => isCalled(kind, name)));
  if (unknown !== undefined) {
    const known = [...new Set(kinds.map(formatGroupKind))].sort().join(', ');
    throw new Failure(`no source defines ${unknown}: name one of ${known}`);
  }
  return kinds.filter((kind) => names.length === 0 || names.some((name) => isCalled(kind, name)));
}
