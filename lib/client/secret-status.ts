// In: the Status of a refused call for a Secret. Out: the same without values, which conditions, events and logs repeat.
// Called by ApiError.

import type { ApiCall } from './api-call.ts';
import type { Status } from './status.ts';

/** The codes of answers about the content of an object: it can't be decoded, isn't valid, or isn't of its schema. */
const contentCodes: readonly number[] = [400, 422, 500];

/**
 * What an API server says, without what it quotes of a Secret; of other kinds, as it is.
 *
 * The API server hides the values of Secrets in its validation, but not where a value is of another type: `expected string, got
 * &value.valueUnstructured{Value:…}`. Names of fields and keys, and what is wrong with them, stay.
 */
export function withoutSecretValues({ kind }: ApiCall, status: Status): Status {
  if (kind?.group !== '' || kind.kind !== 'Secret' || !contentCodes.includes(status.code)) return status;
  return {
    ...status,
    message: hidden(status.message),
    causes: status.causes.map((cause) => ({
      ...cause,
      ...(cause.message !== undefined && { message: hidden(cause.message) }),
    })),
  };
}

/** A text without quotations, of which none but the name of the Secret itself is surely none of its values. */
function hidden(text: string): string {
  return text
    .replace(/(?:, got |\.\.\.\|)[\s\S]*$/, '')
    .replace(/"(?:\\.|[^"\\])*(?:"|\\?$)/gs, (quoted, at: number) => {
      return at === 'Secret '.length && text.startsWith('Secret ') ? quoted : '"…"';
    })
    .replace(/\{[\s\S]*\}?/, '{…}');
}
