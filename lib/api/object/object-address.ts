import { formatGroupKind } from '../kind/group-version-kind.ts';
import type { Kind } from '../kind/kind.ts';
import { formatObjectKey, type ObjectKey } from './object-key.ts';

/** An object by kind and name, be it there or not. */
export interface ObjectAddress {
  readonly kind: Kind;
  readonly key: ObjectKey;
}

/** An address as text, `Deployment.apps shop/web`, the same for all versions of a kind. Different objects give different texts. */
export function formatObjectAddress({
  kind,
  key,
}: {
  readonly kind: Pick<Kind, 'group' | 'kind'>;
  readonly key: ObjectKey;
}): string {
  return `${formatGroupKind(kind)} ${formatObjectKey(key)}`;
}
