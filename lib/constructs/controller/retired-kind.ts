import { isProtectedKind, isSameKind, type Kind, type KindReference } from '../../api/index.ts';
import type { WhenDropped } from './owned-kind.ts';

/** A kind of children that earlier releases rendered and this release doesn't. */
export interface RetiredKind {
  readonly kind: KindReference;
  /**
   * The reaction to leftover children. To delete them takes the rights to list, watch and delete the kind, and obeys
   * the deletion limits; `keep` takes no rights.
   */
  readonly whenDropped: WhenDropped;
}

/** Yields the findings for retired kinds, one sentence each with its remedy. */
export function* retirementFindings(
  retires: readonly { readonly kind: Kind; readonly whenDropped: WhenDropped }[],
  owns: readonly Kind[],
): Iterable<string> {
  for (const { kind, whenDropped } of retires) {
    if (owns.some((owned) => isSameKind(owned, kind)))
      yield `${kind.kind} is in \`owns\` and in \`retires\`: name it in one of them`;
    if (isProtectedKind(kind) && whenDropped === 'delete')
      yield `${kind.kind} holds data, which whenDropped 'delete' doesn't delete: set it to 'keep' or 'delete-data' in \`retires\``;
  }
}
