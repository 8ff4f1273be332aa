// In: what the server said when it refused to change a child. Out: whether it refuses the change as such, and of what.
// Called when an apply has failed, before anybody thinks of replacing the child.

import { isInvalid, type StatusCause } from '../../client/index.ts';

/** A field that the server doesn't let change. */
export interface ImmutableField {
  /** Such as `spec.selector`, or `spec` where the server doesn't say what of it. */
  readonly path: string;
  /** In the server's words, without the value, which may be long or secret. */
  readonly words: string;
}

/**
 * How the kinds of Kubernetes say that a field can't be changed; there is no code for it.
 * `field is immutable` · `may not change once set` · `may not be changed in an update` · `cannot change roleRef` ·
 * `updates to statefulset spec for fields other than … are forbidden` · `pod updates may not change fields other than …`
 */
const wordings: readonly RegExp[] = [
  /\bimmutable\b/i,
  /\bmay not (?:be )?changed?\b/i,
  /\b(?:can ?not|can['\u2019]t) (?:be )?changed?\b/i,
  /\bupdates to (?:(?!\bupdates to ).)+ are forbidden\b/i,
];

/**
 * The fields that a refused apply would have changed and that can't be; undefined if it was refused for anything else,
 * or for something else, too.
 *
 * Words are a hint: another rule may use them. Before a child is deleted, a trial has to prove that nothing but the
 * change is refused.
 */
export function immutableFields(error: unknown): readonly ImmutableField[] | undefined {
  if (!isInvalid(error) || error.causes.length === 0) return undefined;
  const fields = error.causes.map(immutableField);
  return fields.every((field) => field !== undefined) ? fields : undefined;
}

function immutableField({ field, message = '' }: StatusCause): ImmutableField | undefined {
  // A cause without a field is a policy's or a webhook's: it refuses on somebody's behalf, who isn't to be outwitted.
  // One of the metadata says that another object has taken the child's name.
  if (field === undefined || field.startsWith('metadata.')) return undefined;
  const words = wordsOf(message);
  return wordings.some((wording) => wording.test(words)) ? { path: field, words } : undefined;
}

/** What is said after `Forbidden: ` or `Invalid value: …: `, without the comparison that may follow on further lines. */
function wordsOf(message: string): string {
  const [line = ''] = message.split('\n');
  return line.slice(line.lastIndexOf(': ') + 1).trim();
}
