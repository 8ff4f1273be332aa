import { isProtectedKind, isSameKind, type Kind, type KindReference } from '../../api/index.ts';
import type { WhenDropped } from './owned-kind.ts';

/** A kind of children that earlier releases rendered, and that this release doesn't. */
export interface RetiredKind {
  readonly kind: KindReference;
  /**
   * What becomes of the children that are left. `delete` takes the rights to list, watch and delete the kind, and deletes
   * within the interlocks; `keep` takes no rights.
   */
  readonly whenDropped: WhenDropped;
}

/** Why kinds can't be retired, one sentence each with its remedy. */
export function retirementFindings(
  retires: readonly { readonly kind: Kind; readonly whenDropped: WhenDropped }[],
  owns: readonly Kind[],
): string[] {
  return retires.flatMap(({ kind, whenDropped }) => [
    ...(owns.some((owned) => isSameKind(owned, kind))
      ? [`${kind.kind} is in \`owns\` and in \`retires\`: name it in one of them`]
      : []),
    ...(isProtectedKind(kind) && whenDropped === 'delete'
      ? [`${kind.kind} holds data and is never deleted: say whenDropped 'keep' in \`retires\``]
      : []),
  ]);
}
