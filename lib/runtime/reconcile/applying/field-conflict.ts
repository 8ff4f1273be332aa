// In: a server's refusal to apply fields that other managers own. Out: the owner of each field, for a condition, and
// the time of the next attempt. Called when children of a kind are applied whose policy is to report such conflicts.

import { formatObjectKey, type StoredObject } from '../../../api/index.ts';
import { ApiError } from '../../../client/index.ts';
import type { Clock } from '../../../clock/index.ts';
import type { Child } from '../../../render/index.ts';
import { BoundedMap, mostFindings } from '../../../schema/index.ts';
import type { LiveDifference } from '../comparison/comparison.ts';
import { differenceDigest } from '../comparison/difference.ts';

/**
 * The time after which a child in conflict is applied again though it looks the same: the cache doesn't show the owners
 * of its fields.
 */
export const fieldConflictRetryMs = 300_000;

/** The number of remembered children in conflict. A forgotten one costs an apply that is refused. */
const capacity = 10_000;

/** A child that was applied, as it was before. */
interface ConflictingChange {
  readonly before: StoredObject;
  readonly child: Child;
  readonly differences: readonly LiveDifference[];
  /** True if another manager took its fields back each time. */
  readonly isRepeated: boolean;
}

/** The children in conflict of one controller's resources. */
export class FieldConflicts {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #known = new BoundedMap<
    string,
    { readonly digest: string; readonly message: string; readonly sinceMs: number }
  >(capacity);

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Returns the last message about a child, if the server would answer the same again. */
  knownMessage(
    { metadata: { uid } }: StoredObject,
    { object }: Child,
    differences: readonly LiveDifference[],
  ): string | undefined {
    const known = this.#known.get(uid);
    if (known === undefined || this.#clock.monotonic() - known.sinceMs >= fieldConflictRetryMs) return undefined;
    return known.digest === differenceDigest(object, differences) ? known.message : undefined;
  }

  /**
   * Remembers that an apply of a child was refused because other managers own some of its fields.
   *
   * @returns the message for users; undefined if the apply failed for another reason.
   */
  learnConflict(error: unknown, { before, child, differences, isRepeated }: ConflictingChange): string | undefined {
    const message = fieldConflictMessage(error, child, fieldConflictRemedies[isRepeated ? 'repeated' : 'reported']);
    const { uid } = before.metadata;
    this.#known.delete(uid);
    const digest = differenceDigest(child.object, differences);
    if (message === undefined || digest === undefined) return message;
    this.#known.set(uid, { digest, message, sinceMs: this.#clock.monotonic() });
    return message;
  }
}

/**
 * The remedies for fields that other managers own: if the policy is to report them, and if those managers take them
 * back each time.
 */
const fieldConflictRemedies = {
  reported:
    "let that manager give them up, leave them out of what is rendered, or set whenConflicting: 'force' in `owns`",
  repeated:
    'that manager takes them back each time, so the child is left as it is, and tried again once an hour: leave them out of what is rendered, where they keep their values, or stop that manager',
} as const;

/** `Deployment default/web: spec.replicas is owned by kubectl; …`; undefined if a refusal has other reasons. */
function fieldConflictMessage(error: unknown, { kind, key }: Child, remedy: string): string | undefined {
  if (!ApiError.is(error) || error.status !== 409) return undefined;
  const conflicts = error.causes.filter(({ reason }) => reason === 'FieldManagerConflict');
  if (conflicts.length === 0) return undefined;
  const fields = conflicts
    .slice(0, mostFindings)
    .map(({ field = '', message = '' }) => `${field.replace(/^\./, '')} is owned by ${conflictingManagerIn(message)}`);
  const more = conflicts.length - fields.length;
  if (more > 0) fields.push(`and ${more} more`);
  return `${kind.kind} ${formatObjectKey(key)}: ${fields.join(', ')}; ${remedy}`;
}

/** The manager in the server's message: `conflict with "kubectl" with subresource "scale" using apps/v1`. */
function conflictingManagerIn(message: string): string {
  return /^conflict with "(.+?)"(?: |$)/.exec(message)?.[1] ?? 'another manager';
}
