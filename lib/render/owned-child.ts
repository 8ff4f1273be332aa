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
import { withArticle } from '../schema/index.ts';

/** A child that a callback names, and its kind. */
export interface OwnedChild {
  readonly object: ApiObject;
  readonly kind: Kind;
}

/**
 * Returns the API object of a child that a callback gives to `live`, and its kind.
 *
 * @throws TypeError if the construct has no API object, or one that is neither of the kind `reference` nor owned.
 */
export function ownedChild(
  child: ApiObject | PlusConstruct,
  reference: KindReference | undefined,
  owns: readonly Kind[],
): OwnedChild {
  const object = apiObjectOfChild(child);
  const named = groupVersionKind(object);
  const title = `${child.node.path} is ${withArticle(formatGroupVersionKind(named))}`;
  if (reference !== undefined && !isSameKind(resolveKind(reference), named)) {
    throw new TypeError(`${title}, not ${withArticle(formatGroupVersionKind(resolveKind(reference)))}`);
  }
  const kind = owns.find((owned) => isSameKind(owned, named));
  if (kind === undefined) throw new TypeError(`${child.node.path} is ${unownedKind(named, owns)}`);
  return { object, kind };
}

/** Returns the API object of a high-level construct. */
function apiObjectOfChild(child: ApiObject | PlusConstruct): ApiObject {
  try {
    return ApiObject.of(child);
  } catch (cause) {
    const message = `${child.node.path} has no API object of its own: give \`live\` a child that has one, such as a kplus.Deployment`;
    throw new TypeError(message, { cause });
  }
}

/**
 * Returns the end of a message about a child whose kind isn't owned, or is owned in another version.
 *
 * Children are compared field by field with the stored objects in the owned version, so that another version's fields
 * would differ in every reconcile.
 */
export function unownedKind(named: GroupVersionKind, owns: readonly Kind[]): string {
  const title = withArticle(formatGroupVersionKind(named));
  const other = owns.find(({ group, kind }) => group === named.group && kind === named.kind);
  return other === undefined
    ? `${title}, which the controller doesn't own: add its class to \`owns\``
    : `${title}, and the controller owns ${formatGroupVersionKind(other)}: render the version that is in \`owns\`, or own the one that is rendered`;
}
