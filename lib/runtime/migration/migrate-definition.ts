// In: one of the operator's kinds. Out: its objects in the storage version, and the old versions removed from the
// definition's list. Runs the migration states; after an interruption the next run continues from the last checkpoint.
// Called by the command line's `migrate` and, in the background, by the manager.

import { type Condition, definitionKind, definitionName, type JsonObject, type Kind } from '../../api/index.ts';
import { ApiError, isConflict, isGone, isNotFound, type ListPage } from '../../client/index.ts';
import { timestamp } from '../../clock/index.ts';
import {
  afterExpiry,
  afterInspection,
  afterMigratedPage,
  type Cleaning,
  type Ended,
  endedMigration,
  initialMigration,
  type MigrationOutcome,
  type MigrationState,
  type Recording,
  type Rewriting,
} from './migration-state.ts';
import { awaitRetry, withRetries } from './retry.ts';
import { type ObjectRefusal, type RewritePorts, rewriteObject } from './rewrite.ts';
import { type StoredDefinition, storedDefinition, withCheckpoint, withoutCheckpoint } from './stored-definition.ts';

/** The progress of the migration of one definition. */
export interface MigrationProgress {
  /** The number of processed objects. */
  readonly doneCount: number;
  /** The number of those that the API server refused in this run. */
  readonly refusedCount: number;
  /** The number of all objects, as the API server reports it. */
  readonly totalCount: number;
}

/** The dependencies of a migration. */
export interface MigrationPorts extends RewritePorts {
  /** Called after each page. */
  readonly onProgress: (progress: MigrationProgress) => void;
}

/** As in kube-storage-version-migrator: small enough to be rewritten while the API server still keeps the list. */
const pageSize = 500;

/**
 * Few beside the requests that an API server handles at once (400 reads and 200 writes), and enough to hide the
 * latency.
 */
const concurrency = 8;

/**
 * The time that the replicas of an API server may take to notice a definition: Kubernetes itself waits so long before it
 * serves a new kind. Until then a replica may still store in the old version.
 */
const settlingMs = 5_000;

/**
 * Rewrites all objects of a kind in its storage version. Then removes the other versions from `status.storedVersions`
 * once nothing is stored in them. Needs the rights to `get` the definition, to `patch` its status, and to `list` and
 * `patch` the kind.
 *
 * @throws ApiError or ConnectionError if the API server keeps refusing, failing or being unreachable.
 * @throws the reason of the signal.
 * @example
 * const onProgress = ({ doneCount, totalCount }: MigrationProgress) => console.log(`${doneCount} of ${totalCount}`);
 * const migration = { client: ports.connect(), clock: ports.clock, onProgress };
 * const { type } = await migrateDefinition(Database.definition, migration, signal);
 */
export async function migrateDefinition(
  kind: Kind,
  ports: MigrationPorts,
  signal: AbortSignal,
): Promise<MigrationOutcome> {
  let state: MigrationState = initialMigration;
  while (state.type !== 'ended') state = await performStep(state, { kind, ports, signal });
  return state.outcome;
}

interface Migration {
  readonly kind: Kind;
  readonly ports: MigrationPorts;
  readonly signal: AbortSignal;
}

/** Performs the step of a state. */
async function performStep(state: Exclude<MigrationState, Ended>, migration: Migration): Promise<MigrationState> {
  const { clock } = migration.ports;
  switch (state.type) {
    case 'inspecting':
      return afterInspection(state, await definitionIfAny(migration), migration.kind.version);
    case 'settling':
      await clock.sleep(settlingMs, migration.signal);
      return { type: 'inspecting', settledRevision: state.revision };
    case 'rewriting':
      return await rewritePage(state, migration);
    case 'recording': {
      const checkpoint = { continue: state.continue, doneCount: state.run.doneCount };
      const isWritten = await writeMigrationStatus(state, migration, (definition) => ({
        conditions: withCheckpoint(definition, checkpoint, timestamp(clock.now())),
      }));
      return isWritten ? { ...state, type: 'rewriting' } : initialMigration;
    }
    case 'cleaning': {
      const isWritten = await writeMigrationStatus(state, migration, (definition) => ({
        storedVersions: [definition.storageVersion],
        conditions: withoutCheckpoint(definition),
      }));
      const { storageVersion, doneCount } = state.run;
      return isWritten ? endedMigration({ type: 'migrated', storageVersion, doneCount }) : initialMigration;
    }
  }
}

async function readDefinition({ kind, ports: { client, clock }, signal }: Migration): Promise<StoredDefinition> {
  const key = { name: definitionName(kind) };
  return storedDefinition(await withRetries(() => client.get(definitionKind, key, { signal }), clock, signal));
}

async function definitionIfAny(migration: Migration): Promise<StoredDefinition | undefined> {
  try {
    return await readDefinition(migration);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function rewritePage(state: Rewriting, { kind, ports, signal }: Migration): Promise<MigrationState> {
  const { client, clock, onProgress } = ports;
  const served = { ...kind, version: state.run.servedVersion };
  const options = { limit: pageSize, continue: state.continue, signal };
  let page: ListPage;
  try {
    page = await withRetries(() => client.list(served, options), clock, signal);
  } catch (error) {
    if (!ApiError.is(error) || !isListExpired(error, state)) throw error;
    const next = afterExpiry(state, error.continue);
    await awaitRetry(next.run.expiries.count, error, clock, signal);
    return next;
  }
  const refusals: ObjectRefusal[] = [];
  await forEachConcurrently(
    page.items,
    concurrency,
    async (object, stop) => {
      const refusal = await rewriteObject(served, object, ports, stop);
      if (refusal !== undefined) refusals.push(refusal);
    },
    signal,
  );
  const doneCount = state.run.doneCount + page.items.length;
  const refusedCount = state.run.refusals.length + refusals.length;
  onProgress({ doneCount, refusedCount, totalCount: doneCount + (page.remainingItemCount ?? 0) });
  return afterMigratedPage(state, { count: page.items.length, refusals, continue: page.continue });
}

/** A token of another release of the API server may be unknown to this one: then the list begins again, too. */
function isListExpired(error: ApiError, state: Rewriting): boolean {
  return isGone(error) || (error.status === 400 && state.continue !== undefined);
}

/**
 * Writes into the status of the definition if it is still the one of the run. The write is bound to the version that it
 * was decided on, since it replaces whole fields.
 *
 * @returns true if it is.
 */
async function writeMigrationStatus(
  state: Recording | Cleaning,
  migration: Migration,
  change: (definition: StoredDefinition) => StatusChange,
): Promise<boolean> {
  const { kind, ports, signal } = migration;
  const definition = await readDefinition(migration);
  if (definition.revision !== state.run.revision) return false;
  const { conditions, ...status } = change(definition);
  const body: JsonObject = {
    metadata: { resourceVersion: definition.resourceVersion },
    status: { ...status, conditions: conditions.map((condition) => ({ ...condition })) },
  };
  const options = { subresource: 'status', signal };
  try {
    await withRetries(
      () => ports.client.patch(definitionKind, { name: definitionName(kind) }, { type: 'merge', body }, options),
      ports.clock,
      signal,
    );
    return true;
  } catch (error) {
    if (!isConflict(error)) throw error;
    return await writeMigrationStatus(state, migration, change);
  }
}

interface StatusChange {
  readonly storedVersions?: readonly string[];
  readonly conditions: readonly Condition[];
}

/**
 * Calls `work` for all objects of a page in order, a few at a time.
 *
 * Resolves when all are done. After the first failure no further item is begun, and the signals of the running calls
 * abort.
 *
 * @throws the first failure, when no call is running.
 */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const remaining = items.values();
  async function workThrough(): Promise<void> {
    for (const item of remaining) {
      if (stop.aborted) return;
      try {
        await work(item, stop);
      } catch (error) {
        failed.abort(error);
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, workThrough));
  stop.throwIfAborted();
}
