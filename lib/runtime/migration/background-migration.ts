// In: the kinds whose migration the operator's definition asks for. Out: their objects migrated, and log lines. Called
// by the manager, in each term of leadership, beside the controllers: its failures end nothing else.

import { definitionName, formatObjectKey, type Kind } from '../../api/index.ts';
import { Backoff } from '../../clock/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import { migrateDefinition } from './migrate-definition.ts';
import type { MigrationOutcome } from './migration-state.ts';
import type { RewritePorts } from './rewrite.ts';

/** The dependencies of a migration in the background. */
export interface BackgroundMigrationPorts extends RewritePorts {
  readonly logger: Logger;
}

/** No user waits for it, and a failure often needs a user's action. */
const backoff = new Backoff({ baseMs: 30_000, maxMs: 3_600_000 });

/**
 * Migrates the kinds at the same time, each again until its migration ends without an error.
 *
 * Objects that the API server refuses are logged, and not tried again before the next term.
 *
 * @throws the reason of the signal.
 */
export async function migrateInBackground(
  kinds: readonly Kind[],
  ports: BackgroundMigrationPorts,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(kinds.map((kind) => migrateWithRetries(kind, ports, signal)));
}

async function migrateWithRetries(kind: Kind, ports: BackgroundMigrationPorts, signal: AbortSignal): Promise<void> {
  const logger = ports.logger.with({ definition: definitionName(kind) });
  const onProgress = (progress: object) => logger.info('rewriting stored objects', { ...progress });
  for (let attempt = 1; ; attempt += 1) {
    try {
      reportOutcome(await migrateDefinition(kind, { ...ports, onProgress }, signal), logger);
      return;
    } catch (error) {
      if (signal.aborted) throw error;
      const retryInMs = backoff.delayMs(attempt, ports.clock);
      logger.warn('the migration of stored objects failed', { error, retryInMs });
      await ports.clock.sleep(retryInMs, signal);
    }
  }
}

function reportOutcome(outcome: MigrationOutcome, logger: Logger): void {
  switch (outcome.type) {
    case 'current':
      logger.debug('all objects are stored in the storage version');
      break;
    case 'migrated': {
      const { storageVersion, doneCount } = outcome;
      logger.info('all objects are stored in the storage version now', { storageVersion, doneCount });
      break;
    }
    case 'absent':
      logger.warn('the cluster does not define the kind whose objects are to be migrated');
      break;
    case 'other-version': {
      const { storageVersion } = outcome;
      logger.warn('the cluster stores another version than this operator: apply its definition', { storageVersion });
      break;
    }
    case 'refused':
      for (const { object, error } of outcome.refusals) {
        logger.warn('an object stays stored in an old version', { object: formatObjectKey(object), error });
      }
  }
}
