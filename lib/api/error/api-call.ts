import { formatGroupVersionKind, type GroupVersionKind } from '../kind/group-version-kind.ts';
import { formatObjectKey, type ObjectKey } from '../object/object-key.ts';

/** A call to an API server: the context of an error. */
export interface ApiCall {
  readonly verb:
    | 'get'
    | 'list'
    | 'watch'
    | 'create'
    | 'apply'
    | 'patch'
    | 'delete'
    | 'ask for the schemas'
    | 'ask for the served kinds'
    | 'ask for the readiness'
    | 'ask for the version';
  readonly kind?: GroupVersionKind | undefined;
  readonly object?: ObjectKey | undefined;
  readonly subresource?: string | undefined;
}

/**
 * Formats a call to stand after "can't": `apply Deployment.apps/v1 shop/db`, `patch status of
 * Memcached.cache.example.com/v1 shop/a`.
 */
export function formatApiCall({ verb, kind, object, subresource }: ApiCall): string {
  const part = subresource === undefined ? '' : `${subresource} of `;
  const subject = kind === undefined ? '' : ` ${part}${formatGroupVersionKind(kind)}`;
  return `${verb}${subject}${object === undefined ? '' : ` ${formatObjectKey(object)}`}`;
}
