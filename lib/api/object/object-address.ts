import { formatGroupKind } from '../kind/group-version-kind.ts';
import type { Kind } from '../kind/kind.ts';
import { formatObjectKey, type ObjectKey } from './object-key.ts';

/** The kind and name of an object, which may not exist. */
export interface ObjectAddress {
  readonly kind: Kind;
  readonly key: ObjectKey;
}

/**
 * Formats an address, `Deployment.apps shop/web`, the same for all versions of a kind. Different objects give different
 * texts.
 */
export function formatObjectAddress({
  kind,
  key,
}: {
  readonly kind: Pick<Kind, 'group' | 'kind'>;
  readonly key: ObjectKey;
}): string {
  return `${formatGroupKind(kind)} ${formatObjectKey(key)}`;
}
