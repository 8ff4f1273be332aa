// In: what the cluster holds or has answered, and the state before. Out: the state after, which says what to do next.
// Pure: no time, no chance, no effect. Called by `migrateDefinition`, which does what states say.

import { checkpointOf } from './checkpoint.ts';
import type { ObjectRefusal } from './rewrite.ts';
import type { StoredDefinition } from './stored-definition.ts';

/** Where the migration of one definition stands. */
export type MigrationState = Inspecting | Settling | Rewriting | Recording | Cleaning | Ended;

/** To do: read the definition. */
export interface Inspecting {
  readonly type: 'inspecting';
  /** The revision of the definition that all API servers have had the time to notice. */
  readonly settledRevision?: string;
}

/** To do: wait until all API servers store in the version that the definition names. */
export interface Settling {
  readonly type: 'settling';
  readonly revision: string;
}

/** To do: rewrite the objects of one page. */
export interface Rewriting {
  readonly type: 'rewriting';
  readonly pass: MigrationRun;
  /** Asks for the page. @default the first one */
  readonly continue?: string;
}

/** To do: keep the checkpoint, if the definition is still the one of the pass. */
export interface Recording {
  readonly type: 'recording';
  readonly pass: MigrationRun;
  readonly continue: string;
}

/** To do: take the old versions off the list, if the definition is still the one of the pass. */
export interface Cleaning {
  readonly type: 'cleaning';
  readonly pass: MigrationRun;
}

/** Nothing to do. */
export interface Ended {
  readonly type: 'ended';
  readonly outcome: MigrationOutcome;
}

/** One way through all objects of a definition. */
export interface MigrationRun {
  /** Of the definition that the pass began with: what it finds stored otherwise later is of another pass. */
  readonly revision: string;
  readonly storageVersion: string;
  readonly servedVersion: string;
  /** How many objects have been dealt with, refused ones included. */
  readonly doneCount: number;
  readonly refusals: readonly ObjectRefusal[];
}

/** What the migration of one definition has come to. */
export type MigrationOutcome =
  /** Nothing is stored in another version. */
  | { readonly type: 'current' }
  | { readonly type: 'migrated'; readonly storageVersion: string; readonly doneCount: number }
  /** Some objects stay in an old version, and so does that version on the list. */
  | { readonly type: 'refused'; readonly refusals: readonly ObjectRefusal[] }
  /** The kind isn't defined in the cluster. */
  | { readonly type: 'absent' }
  /** The definition in the cluster is of another release. */
  | { readonly type: 'other-version'; readonly storageVersion: string };

/** What became of a page. */
export interface RewrittenPage {
  readonly count: number;
  readonly refusals: readonly ObjectRefusal[];
  readonly continue?: string | undefined;
}

/** How every migration begins. */
export const initialMigration: Inspecting = { type: 'inspecting' };

/**
 * The definition has been read.
 *
 * @param definition - undefined if there is none.
 * @param wanted - the version in which the operator stores.
 */
export function afterInspection(
  { settledRevision }: Inspecting,
  definition: StoredDefinition | undefined,
  wanted: string,
): MigrationState {
  if (definition === undefined) return ended({ type: 'absent' });
  const { revision, storageVersion, servedVersion, storedVersions } = definition;
  if (storageVersion !== wanted) return ended({ type: 'other-version', storageVersion });
  if (storedVersions.every((version) => version === storageVersion)) return ended({ type: 'current' });
  const pass: MigrationRun = { revision, storageVersion, servedVersion, doneCount: 0, refusals: [] };
  const checkpoint = checkpointOf(definition);
  if (checkpoint !== undefined) {
    return {
      type: 'rewriting',
      pass: { ...pass, doneCount: checkpoint.doneCount },
      continue: checkpoint.continue,
    };
  }
  return settledRevision === revision ? { type: 'rewriting', pass } : { type: 'settling', revision };
}

/** The time to settle is over. */
export function afterSettling({ revision }: Settling): Inspecting {
  return { type: 'inspecting', settledRevision: revision };
}

/** All objects of a page have been dealt with. */
export function afterMigratedPage({ pass: before }: Rewriting, page: RewrittenPage): MigrationState {
  const refusals = [...before.refusals, ...page.refusals];
  const pass = { ...before, doneCount: before.doneCount + page.count, refusals };
  if (page.continue === undefined) {
    return refusals.length > 0 ? ended({ type: 'refused', refusals }) : { type: 'cleaning', pass };
  }
  // What lies behind a checkpoint is never looked at again: it must not pass an object that was refused.
  return { type: refusals.length > 0 ? 'rewriting' : 'recording', pass, continue: page.continue };
}

/**
 * The server no longer keeps the list as it was when the pass began.
 *
 * @param offered - asks for the rest as it is now. What is written meanwhile is stored in the storage version anyway.
 */
export function afterExpiry({ pass }: Rewriting, offered: string | undefined): Rewriting {
  if (offered !== undefined) return { type: 'rewriting', pass, continue: offered };
  return { type: 'rewriting', pass: { ...pass, doneCount: 0, refusals: [] } };
}

/** Whether a definition, read again, is the one that the pass is about. Else all begins anew. */
export function isOfPass({ revision }: StoredDefinition, { pass }: Recording | Cleaning): boolean {
  return revision === pass.revision;
}

/** The checkpoint is kept. */
export function afterRecording({ pass, continue: token }: Recording): Rewriting {
  return { type: 'rewriting', pass, continue: token };
}

/** The old versions are off the list. */
export function afterCleaning({ pass: { storageVersion, doneCount } }: Cleaning): Ended {
  return ended({ type: 'migrated', storageVersion, doneCount });
}

function ended(outcome: MigrationOutcome): Ended {
  return { type: 'ended', outcome };
}
