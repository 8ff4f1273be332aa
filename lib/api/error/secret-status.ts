// In: the Status of a failed call for a Secret. Out: the same without values, which conditions, events and logs would repeat.
// Called by ApiError.

import type { ApiCall } from './api-call.ts';
import type { ApiStatus } from './api-status.ts';

/** The codes of errors about an object's content: it can't be decoded, isn't valid, or violates its schema. */
const contentCodes: readonly number[] = [400, 422, 500];

/**
 * Removes the values of a Secret from an API server's Status; for other kinds, returns it unchanged.
 *
 * The API server hides the values of Secrets in its validation, but not a value of the wrong type: `expected string, got
 * &value.valueUnstructured{Value:…}`. The names of fields and keys, and the error, stay.
 */
export function withoutSecretValues({ kind }: ApiCall, status: ApiStatus): ApiStatus {
  if (kind?.group !== '' || kind.kind !== 'Secret' || !contentCodes.includes(status.code)) return status;
  return {
    ...status,
    message: withoutQuotations(status.message),
    causes: status.causes.map((cause) => ({
      ...cause,
      ...(cause.message !== undefined && { message: withoutQuotations(cause.message) }),
    })),
  };
}

/** Removes quotations from a text: each may be a value, except the name of the Secret itself. */
function withoutQuotations(text: string): string {
  return text
    .replace(/(?:, got |\.\.\.\|)[\s\S]*$/, '')
    .replace(/"(?:\\.|[^"\\])*(?:"|\\?$)/gs, (quoted, at: number) => {
      return at === 'Secret '.length && text.startsWith('Secret ') ? quoted : '"…"';
    })
    .replace(/\{[\s\S]*\}?/, '{…}');
}
