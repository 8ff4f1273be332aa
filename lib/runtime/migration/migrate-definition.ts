// In: one of the operator's kinds. Out: its objects in the storage version, and the old ones off the definition's list.
// Does what the states of the migration say; killed at any point, the next run goes on from the last checkpoint.
// Called by the command line's `migrate` and, in the background, by the manager.

import { type Condition, definitionKind, definitionName, type JsonObject, type Kind } from '../../api/index.ts';
import { ApiError, isConflict, isGone, isNotFound, type ListPage } from '../../client/index.ts';
import { timestamp } from '../../clock/index.ts';
import { withCheckpoint, withoutCheckpoint } from './checkpoint.ts';
import { eachOf } from './each-of.ts';
import {
  afterCleaning,
  afterExpiry,
  afterInspection,
  afterMigratedPage,
  afterRecording,
  afterSettling,
  type Cleaning,
  type Ended,
  initialMigration,
  isOfPass,
  type MigrationOutcome,
  type MigrationState,
  type Recording,
  type Rewriting,
} from './migration-state.ts';
import { persistently } from './retry.ts';
import { type ObjectRefusal, type RewritePorts, rewrite } from './rewrite.ts';
import { type StoredDefinition, storedDefinition } from './stored-definition.ts';

/** How far the migration of one definition has come. */
export interface MigrationProgress {
  /** Objects that have been dealt with. */
  readonly doneCount: number;
  /** Those of them that this run was refused. */
  readonly refusedCount: number;
  /** All objects, as far as the server says. */
  readonly totalCount: number;
}

/** What a migration works with. */
export interface MigrationPorts extends RewritePorts {
  /** Is told after each page. */
  readonly onProgress: (progress: MigrationProgress) => void;
}

/** As kube-storage-version-migrator has it: small enough to be rewritten while the server still keeps the list. */
const pageSize = 500;

/** Few beside what an API server does at once (400 reads and 200 writes), and enough to hide the way there. */
const concurrency = 8;

/**
 * How long the replicas of an API server may take to notice a definition: what Kubernetes itself gives them before it
 * serves a new kind. Until then one may still store in the old version.
 */
const settlingMs = 5_000;

/**
 * Rewrites all objects of a kind in its storage version, and takes the others off `status.storedVersions` once nothing
 * is stored in them. Needs the rights to `get` the definition, to `patch` its status, and to `list` and `patch` the kind.
 *
 * @throws ApiError or ConnectionError if the server keeps refusing, failing or being out of reach.
 * @throws the reason of the signal.
 */
export async function migrateDefinition(
  kind: Kind,
  ports: MigrationPorts,
  signal: AbortSignal,
): Promise<MigrationOutcome> {
  let state: MigrationState = initialMigration;
  while (state.type !== 'ended') state = await next(state, { kind, ports, signal });
  return state.outcome;
}

interface Migration {
  readonly kind: Kind;
  readonly ports: MigrationPorts;
  readonly signal: AbortSignal;
}

/** Does what a state says. */
async function next(state: Exclude<MigrationState, Ended>, migration: Migration): Promise<MigrationState> {
  const { clock } = migration.ports;
  switch (state.type) {
    case 'inspecting':
      return afterInspection(state, await definitionIfAny(migration), migration.kind.version);
    case 'settling':
      await clock.sleep(settlingMs, migration.signal);
      return afterSettling(state);
    case 'rewriting':
      return await rewritePage(state, migration);
    case 'recording': {
      const checkpoint = { continue: state.continue, doneCount: state.pass.doneCount };
      const isWritten = await writeStatus(state, migration, (definition) => ({
        conditions: withCheckpoint(definition, checkpoint, timestamp(clock.now())),
      }));
      return isWritten ? afterRecording(state) : initialMigration;
    }
    case 'cleaning': {
      const isWritten = await writeStatus(state, migration, (definition) => ({
        storedVersions: [definition.storageVersion],
        conditions: withoutCheckpoint(definition),
      }));
      return isWritten ? afterCleaning(state) : initialMigration;
    }
  }
}

async function readDefinition({ kind, ports: { client, clock }, signal }: Migration): Promise<StoredDefinition> {
  const key = { name: definitionName(kind) };
  return storedDefinition(await persistently(() => client.get(definitionKind, key, { signal }), clock, signal));
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
  const served = { ...kind, version: state.pass.servedVersion };
  const options = { limit: pageSize, continue: state.continue, signal };
  let page: ListPage;
  try {
    page = await persistently(() => client.list(served, options), clock, signal);
  } catch (error) {
    if (!ApiError.is(error) || !isExpired(error, state)) throw error;
    return afterExpiry(state, error.continue);
  }
  const refusals: ObjectRefusal[] = [];
  await eachOf(
    page.items,
    concurrency,
    async (object, stop) => {
      const refusal = await rewrite(served, object, ports, stop);
      if (refusal !== undefined) refusals.push(refusal);
    },
    signal,
  );
  const doneCount = state.pass.doneCount + page.items.length;
  const refusedCount = state.pass.refusals.length + refusals.length;
  onProgress({ doneCount, refusedCount, totalCount: doneCount + (page.remainingItemCount ?? 0) });
  return afterMigratedPage(state, { count: page.items.length, refusals, continue: page.continue });
}

/** A token of another release of the server may mean nothing to this one: then the list begins anew, too. */
function isExpired(error: ApiError, state: Rewriting): boolean {
  return isGone(error) || (error.status === 400 && state.continue !== undefined);
}

/**
 * Writes into the status of the definition if it is still the one of the pass.
 * Everything in it is replaced as a whole: the write is bound to the version that it was decided on.
 *
 * @returns whether it is.
 */
async function writeStatus(
  state: Recording | Cleaning,
  migration: Migration,
  change: (definition: StoredDefinition) => StatusChange,
): Promise<boolean> {
  const { kind, ports, signal } = migration;
  const definition = await readDefinition(migration);
  if (!isOfPass(definition, state)) return false;
  const { conditions, ...status } = change(definition);
  const body: JsonObject = {
    metadata: { resourceVersion: definition.resourceVersion },
    status: { ...status, conditions: conditions.map((condition) => ({ ...condition })) },
  };
  const options = { subresource: 'status', signal };
  try {
    await persistently(
      () => ports.client.patch(definitionKind, { name: definitionName(kind) }, { type: 'merge', body }, options),
      ports.clock,
      signal,
    );
    return true;
  } catch (error) {
    if (!isConflict(error)) throw error;
    return await writeStatus(state, migration, change);
  }
}

interface StatusChange {
  readonly storedVersions?: readonly string[];
  readonly conditions: readonly Condition[];
}
