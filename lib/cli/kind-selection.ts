import { formatGroupKind, type GroupVersionKind } from '../api/index.ts';
import { Failure } from './failure.ts';

/**
 * Those of some kinds that are named, as `Certificate` or, where several groups have one of that name, as
 * `Certificate.cert-manager.io`; all, where none is.
 *
 * @throws Failure for a name that none of them has.
 */
export function selectedKinds<Kind extends GroupVersionKind>(kinds: readonly Kind[], names: readonly string[]): Kind[] {
  const has = (kind: Kind, name: string) => kind.kind === name || formatGroupKind(kind) === name;
  const unknown = names.find((name) => !kinds.some((kind) => has(kind, name)));
  if (unknown !== undefined) {
    const known = [...new Set(kinds.map(({ kind }) => kind))].sort().join(', ');
    throw new Failure(`no source defines ${unknown}: name one of ${known}, or <kind>.<group>`);
  }
  return kinds.filter((kind) => names.length === 0 || names.some((name) => has(kind, name)));
}
