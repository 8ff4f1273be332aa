// In: an app and its command line. Out: the stored objects of its operators' kinds in the storage version. Called by
// `migrate`.

import type { App } from 'cdk8s';
import { definitionName, formatObjectKey } from '../../api/index.ts';
import { systemClock } from '../../clock/index.ts';
import { Operator } from '../../constructs/index.ts';
import { type MigrationOutcome, type MigrationProgress, migrateDefinition } from '../../runtime/index.ts';
import { type ClusterClientOptions, clusterClient } from '../cluster-client.ts';
import { assertDefinition } from '../definition-check.ts';
import { Failure } from '../failure.ts';
import { StopSignals } from '../process/stop-signals.ts';
import { Progress } from '../terminal/progress.ts';
import { Results } from '../terminal/results.ts';
import type { ResultFormat } from '../terminal/shared-option.ts';

interface MigratedKind {
  readonly name: string;
  readonly version: string;
  readonly outcome: MigrationOutcome['type'];
}

/** The options of `migrate`. */
export interface MigrateOptions extends ClusterClientOptions {
  readonly output: ResultFormat;
}

/**
 * Rewrites the stored objects of all kinds that the app defines, with the caller's own rights.
 *
 * Signals stop it at any time: the next run continues from there.
 *
 * @throws Failure if an object is rejected, if a definition is of another release, or if it was stopped.
 */
export async function executeMigrate(app: App, options: MigrateOptions): Promise<void> {
  assertDefinition(app);
  const definitions = Operator.in(app).flatMap(({ definitions }) => definitions.map(({ definition }) => definition));
  if (definitions.length === 0) throw new Failure('this app defines no kind, so there is nothing to migrate');
  const clock = systemClock;
  const client = await clusterClient(options);
  const progress = new Progress();
  const results = new Results<MigratedKind>(options.output);

  using stop = new StopSignals(
    () => new Failure('stopped before the end: run `migrate` again, and it continues from here'),
  );
  const failures: string[] = [];
  try {
    for (const definition of definitions) {
      const name = definitionName(definition);
      const ports = { client, clock, onProgress: (each: MigrationProgress) => progress.showProgress(name, each) };
      const outcome = await migrateDefinition(definition, ports, stop.signal);
      progress.clearBar();
      const { version } = definition;
      const { text = '', failures: found = [] } = migrationReport(outcome, { name, version });
      results.add({ name, version, outcome: outcome.type }, text);
      failures.push(...found);
    }
  } finally {
    progress.clearBar();
    results.end({ migrations: results.items });
    await client.close();
  }
  if (failures.length > 0) throw new Failure(failures.join('\n'));
}

/** Returns the line of a success, or the failures, a sentence each. */
function migrationReport(
  outcome: MigrationOutcome,
  { name, version }: Pick<MigratedKind, 'name' | 'version'>,
): { readonly text?: string; readonly failures?: readonly string[] } {
  switch (outcome.type) {
    case 'current':
      return { text: `${name}: everything is stored as ${version}\n` };
    case 'migrated':
      return { text: `${name}: everything is stored as ${version} now, ${outcome.doneCount} objects read\n` };
    case 'absent': {
      const cause = 'not defined in this cluster, so it has no objects there';
      return { failures: [`${name}: ${cause}; first apply the manifests that \`synth\` writes`] };
    }
    case 'other-version': {
      const cause = `the cluster stores ${outcome.storageVersion}, this program ${version}`;
      const remedy =
        'first apply the manifests that `synth` writes, or use the program of the release that is installed';
      return { failures: [`${name}: ${cause}; ${remedy}`] };
    }
    case 'refused': {
      const refused = outcome.refusals.map(
        ({ object, error }) => `${name}: ${formatObjectKey(object)} keeps its stored version: ${error.message}`,
      );
      const remedy = 'repair the objects named above, then run `migrate` again';
      return { failures: [...refused, `${name}: the old versions stay in status.storedVersions; ${remedy}`] };
    }
  }
}
