// In: the cluster's response, and the state before. Out: the state after, which names the next step. Pure: no time, no
// randomness, no effect. Called by `migrateDefinition`, which performs the steps.

import type { ObjectRefusal } from './rewrite.ts';
import { checkpointOf, type StoredDefinition } from './stored-definition.ts';

/** The state of the migration of one definition. */
export type MigrationState = Inspecting | Settling | Rewriting | Recording | Cleaning | Ended;

/** Next step: read the definition. */
export interface Inspecting {
  readonly type: 'inspecting';
  /** The revision of the definition that all API servers have had the time to notice. */
  readonly settledRevision?: string;
}

/** Next step: wait until all API servers store in the version that the definition names. */
export interface Settling {
  readonly type: 'settling';
  readonly revision: string;
}

/** Next step: rewrite the objects of one page. */
export interface Rewriting {
  readonly type: 'rewriting';
  readonly run: MigrationRun;
  /** The token of the page. @default the first one */
  readonly continue?: string;
}

/** The expiries of lists since one of them got further than all before. */
export interface Expiries {
  readonly count: number;
  /** The largest number of objects that a list has reached. */
  readonly reachedCount: number;
}

/** Next step: write the checkpoint, if the definition is still the one of the run. */
export interface Recording {
  readonly type: 'recording';
  readonly run: MigrationRun;
  readonly continue: string;
}

/** Next step: remove the old versions from the list, if the definition is still the one of the run. */
export interface Cleaning {
  readonly type: 'cleaning';
  readonly run: MigrationRun;
}

/** No next step. */
export interface Ended {
  readonly type: 'ended';
  readonly outcome: MigrationOutcome;
}

/** One run through all objects of a definition. */
export interface MigrationRun {
  /** Of the definition at the beginning of the run: a change of it begins another run. */
  readonly revision: string;
  readonly storageVersion: string;
  readonly servedVersion: string;
  /** The number of processed objects, refused ones included. */
  readonly doneCount: number;
  readonly refusals: readonly ObjectRefusal[];
  readonly expiries: Expiries;
}

/** The result of the migration of one definition. */
export type MigrationOutcome =
  /** Nothing is stored in another version. */
  | { readonly type: 'current' }
  | { readonly type: 'migrated'; readonly storageVersion: string; readonly doneCount: number }
  /** Some objects stay in an old version, which stays on the list. */
  | { readonly type: 'refused'; readonly refusals: readonly ObjectRefusal[] }
  /** The kind isn't defined in the cluster. */
  | { readonly type: 'absent' }
  /** The definition in the cluster is of another release. */
  | { readonly type: 'other-version'; readonly storageVersion: string };

/** The result of rewriting a page. */
export interface RewrittenPage {
  readonly count: number;
  readonly refusals: readonly ObjectRefusal[];
  readonly continue?: string | undefined;
}

const noExpiries: Expiries = { count: 0, reachedCount: 0 };

/** The first state of every migration. */
export const initialMigration: Inspecting = { type: 'inspecting' };

/**
 * The state after the definition has been read.
 *
 * @param definition - undefined if it doesn't exist.
 * @param wanted - the version in which the operator stores.
 */
export function afterInspection(
  { settledRevision }: Inspecting,
  definition: StoredDefinition | undefined,
  wanted: string,
): MigrationState {
  if (definition === undefined) return endedMigration({ type: 'absent' });
  const { revision, storageVersion, servedVersion, storedVersions } = definition;
  if (storageVersion !== wanted) return endedMigration({ type: 'other-version', storageVersion });
  if (storedVersions.every((version) => version === storageVersion)) return endedMigration({ type: 'current' });
  const run: MigrationRun = {
    revision,
    storageVersion,
    servedVersion,
    doneCount: 0,
    refusals: [],
    expiries: noExpiries,
  };
  const checkpoint = checkpointOf(definition);
  if (checkpoint !== undefined) {
    return {
      type: 'rewriting',
      run: { ...run, doneCount: checkpoint.doneCount },
      continue: checkpoint.continue,
    };
  }
  return settledRevision === revision ? { type: 'rewriting', run } : { type: 'settling', revision };
}

/** The state after all objects of a page have been processed. */
export function afterMigratedPage({ run: before }: Rewriting, page: RewrittenPage): MigrationState {
  const refusals = [...before.refusals, ...page.refusals];
  const run = { ...before, doneCount: before.doneCount + page.count, refusals };
  if (page.continue === undefined) {
    return refusals.length > 0 ? endedMigration({ type: 'refused', refusals }) : { type: 'cleaning', run };
  }
  // Objects before a checkpoint are never checked again: a checkpoint must not pass a refused object.
  return { type: refusals.length > 0 ? 'rewriting' : 'recording', run, continue: page.continue };
}

/**
 * The state after the API server has dropped the list of the run's beginning.
 *
 * @param offered - the token of the rest in its present state. Objects written meanwhile are stored in the storage
 *   version anyway.
 */
export function afterExpiry({ run: before }: Rewriting, offered: string | undefined): Rewriting {
  const { count, reachedCount } = before.expiries;
  const isFurther = before.doneCount > reachedCount;
  const expiries = { count: isFurther ? 1 : count + 1, reachedCount: Math.max(reachedCount, before.doneCount) };
  const run = { ...before, expiries };
  if (offered !== undefined) return { type: 'rewriting', run, continue: offered };
  return { type: 'rewriting', run: { ...run, doneCount: 0, refusals: [] } };
}

/** The last state of a migration. */
export function endedMigration(outcome: MigrationOutcome): Ended {
  return { type: 'ended', outcome };
}
