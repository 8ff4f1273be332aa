import { ApiObject } from 'cdk8s';
import {
  formatGroupVersionKind,
  type GroupVersionKind,
  groupVersionKind,
  isSameKind,
  type Kind,
  type KindReference,
  type PlusConstruct,
  resolveKind,
} from '../api/index.ts';

/** A child as a callback names it, and its kind. */
export interface OwnedChild {
  readonly object: ApiObject;
  readonly kind: Kind;
}

/**
 * Returns the API object of a child that a callback gives to `live`, and its kind.
 *
 * @throws TypeError if the construct holds no API object, or one of another kind than `reference` or those that are owned.
 */
export function ownedChild(
  child: ApiObject | PlusConstruct,
  reference: KindReference | undefined,
  owns: readonly Kind[],
): OwnedChild {
  const object = apiObject(child);
  const named = groupVersionKind(object);
  const title = `${child.node.path} is a ${formatGroupVersionKind(named)}`;
  if (reference !== undefined && !isSameKind(resolveKind(reference), named)) {
    throw new TypeError(`${title}, not a ${formatGroupVersionKind(resolveKind(reference))}`);
  }
  const kind = owns.find((owned) => isSameKind(owned, named));
  if (kind === undefined) throw new TypeError(`${child.node.path} is a ${unownedKind(named, owns)}`);
  return { object, kind };
}

/** The API object that a high-level construct holds. */
function apiObject(child: ApiObject | PlusConstruct): ApiObject {
  try {
    return ApiObject.of(child);
  } catch (cause) {
    const message = `${child.node.path} holds no API object of its own: give \`live\` a child that does, such as a kplus.Deployment`;
    throw new TypeError(message, { cause });
  }
}

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
