// In: the server's refusal to change a child. Out: the immutable fields, if it refuses the change as such. Called when
// an apply has failed, before the child may be replaced.

import { isInvalid, type StatusCause } from '../../../client/index.ts';

/** A field that the server doesn't allow to change. */
export interface ImmutableField {
  /** Such as `spec.selector`, or `spec` if the server doesn't name the field. */
  readonly path: string;
  /** The server's message, without the value, which may be long or secret. */
  readonly words: string;
}

/**
 * The messages of Kubernetes' kinds for an immutable field; there is no code for it. `field is immutable` ·
 * `may not change once set` · `may not be changed in an update` · `cannot change roleRef` ·
 * `updates to statefulset spec for fields other than … are forbidden` · `pod updates may not change fields other than
 * …`
 */
const wordings: readonly RegExp[] = [
  /\bimmutable\b/i,
  /\bmay not (?:be )?changed?\b/i,
  /\b(?:can ?not|can['\u2019]t) (?:be )?changed?\b/i,
  /\bupdates to (?:(?!\bupdates to ).)+ are forbidden\b/i,
];

/**
 * Returns the immutable fields that a refused apply would have changed; undefined if it was refused for another reason,
 * or for another one, too.
 *
 * A message is only a hint: another rule may use the same words. Before a child is deleted, a trial has to prove that
 * the server refuses nothing but the change.
 */
export function immutableFields(error: unknown): readonly ImmutableField[] | undefined {
  if (!isInvalid(error) || error.causes.length === 0) return undefined;
  const fields = error.causes.map(immutableField);
  return fields.every((field) => field !== undefined) ? fields : undefined;
}

function immutableField({ field, message = '' }: StatusCause): ImmutableField | undefined {
  // A cause without a field is that of a policy or a webhook, which must not be circumvented. A cause in the metadata
  // means that another object has taken the child's name.
  if (field === undefined || field.startsWith('metadata.')) return undefined;
  const words = rejectionWords(message);
  return wordings.some((wording) => wording.test(words)) ? { path: field, words } : undefined;
}

/** The text after `Forbidden: ` or `Invalid value: …: `, without a comparison on further lines. */
function rejectionWords(message: string): string {
  const [line = ''] = message.split('\n');
  return line.slice(line.lastIndexOf(': ') + 1).trim();
}
