// In: the progress of a migration. Out: a condition in the status of the CustomResourceDefinition; and the reverse.
// There it needs no object and no right of its own, can't outlive the definition, and users see it. Used by the
// migration, which writes it after each page.

import { type Condition, findCondition, isJsonObject } from '../../api/index.ts';
import type { StoredDefinition } from './stored-definition.ts';

/** A point in the list of a kind: all objects before it are stored in the storage version. */
export interface Checkpoint {
  /** The token of the next page. */
  readonly continue: string;
  /** The number of objects before it. */
  readonly doneCount: number;
}

const type = 'ObjectsRewritten';

/**
 * The checkpoint of a definition, if it was written under this very spec: under another one, objects may have been
 * stored in another version since.
 */
export function checkpointOf({ conditions, revision }: StoredDefinition): Checkpoint | undefined {
  const note = parsedCheckpoint(findCondition(conditions, type)?.message ?? '');
  if (note.revision !== revision) return undefined;
  const { continue: token, doneCount } = note;
  return typeof token === 'string' && typeof doneCount === 'number' ? { continue: token, doneCount } : undefined;
}

/** The definition's conditions with a checkpoint among them. */
export function withCheckpoint(definition: StoredDefinition, checkpoint: Checkpoint, now: string): Condition[] {
  const message = JSON.stringify({ revision: definition.revision, ...checkpoint });
  const condition: Condition = { type, status: 'False', reason: 'InProgress', message, lastTransitionTime: now };
  return [...withoutCheckpoint(definition), condition];
}

/** The definition's conditions except the checkpoint. */
export function withoutCheckpoint({ conditions }: StoredDefinition): Condition[] {
  return conditions.filter((condition) => condition.type !== type);
}

/** Any actor may have written the message of a condition. */
function parsedCheckpoint(message: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(message);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
