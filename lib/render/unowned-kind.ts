import { formatGroupVersionKind, type GroupVersionKind, type Kind } from '../api/index.ts';

/**
 * The end of a message about a child whose kind isn't owned, or is owned in another version.
 *
 * Children are compared field by field with what the server holds in the owned version, so that another version's fields
 * would differ in every reconcile.
 */
export function unownedKind(named: GroupVersionKind, owns: readonly Kind[]): string {
  const title = formatGroupVersionKind(named);
  const other = owns.find(({ group, kind }) => group === named.group && kind === named.kind);
  return other === undefined
    ? `${title}, which the controller doesn't own: add its class to \`owns\``
    : `${title}, and the controller owns ${formatGroupVersionKind(other)}: render the version that is in \`owns\`, or own the one that is rendered`;
}
