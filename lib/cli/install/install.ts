// In: an app and its command line. Out: its CRDs, or its whole operators, in the cluster. Called by `install` and `deploy`.

import type { App } from 'cdk8s';
import { definitionKind, objectTitle } from '../../api/index.ts';
import { type Client, isNotFound } from '../../client/index.ts';
import { systemClock } from '../../clock/index.ts';
import { Operator } from '../../constructs/index.ts';
import { type ClusterClientOptions, clusterClient } from '../cluster-client.ts';
import { assertDefinition } from '../definition-check.ts';
import { Failure } from '../failure.ts';
import { Progress } from '../terminal/progress.ts';
import { Results } from '../terminal/results.ts';
import type { ResultFormat } from '../terminal/shared-option.ts';
import { type AppliedManifest, applyManifest } from './applied-manifest.ts';
import { definitionManifests, type OperatorManifest, operatorManifests } from './operator-manifest.ts';
import { untilAllReady, type WaitPorts } from './readiness-wait.ts';

/** The options of `install` and `deploy`, and of their opposites. */
export interface InstallOptions extends ClusterClientOptions {
  /** `server` to validate all changes, and make none. */
  readonly dryRun?: 'server';
  /** The longest wait in milliseconds. */
  readonly timeout: number;
  /** False to return while the cluster still works. */
  readonly wait: boolean;
  readonly output: ResultFormat;
}

/** The dependencies of an installation or a removal. */
export interface InstallPorts extends WaitPorts {
  readonly results: Results<InstalledChange>;
}

interface ChangedKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** A change that a command makes, or would make. */
export interface InstalledChange {
  readonly object?: ChangedKind & { readonly namespace?: string; readonly name: string };
  /** The custom resources of a kind, which change together. */
  readonly resources?: ChangedKind & { readonly count: number };
  /** The past participle of the change: `created`; or the reason why there is none. */
  readonly change: string;
  readonly isDryRun: boolean;
  readonly takenFields?: readonly string[];
}

/**
 * Applies the CRDs of an app's operators, and waits until they are served.
 *
 * @throws Failure if the definition has problems, or a CRD isn't served in time.
 */
export async function installCommand(app: App, options: InstallOptions): Promise<void> {
  const manifests = operatorsOf(app).flatMap(definitionManifests);
  if (manifests.length === 0) throw new Failure('this app defines no kind, so there is nothing to install');
  await withCluster(options, (ports) => applyManifests(manifests, ports, options));
}

/**
 * Applies all manifests of an app's operators, and waits until their managers are available.
 *
 * @throws Failure if the definition has problems, or a CRD or a manager isn't ready in time.
 */
export async function deployCommand(app: App, options: InstallOptions): Promise<void> {
  const operators = operatorsOf(app);
  await withCluster(options, async (ports) => {
    for (const operator of operators) {
      await applyManifests(await operatorManifests(operator, ports.client), ports, options);
    }
  });
}

/** Returns the operators of an app. @throws Failure if it has none, or its definition has problems. */
export function operatorsOf(app: App): readonly Operator[] {
  assertDefinition(app);
  const operators = Operator.in(app);
  if (operators.length === 0) throw new Failure('this app has no operator: construct one in it');
  return operators;
}

/** Runs a function with the connection of a command, which ends with it. */
export async function withCluster(options: InstallOptions, run: (ports: InstallPorts) => Promise<void>): Promise<void> {
  const results = new Results<InstalledChange>(options.output);
  const client = await clusterClient(options);
  const progress = new Progress();
  const deadlineMs = systemClock.monotonic() + options.timeout;
  try {
    await run({ client, clock: systemClock, progress, deadlineMs, results });
  } finally {
    progress.clearBar();
    results.end({ changes: results.items });
    await client.close();
  }
}

async function applyManifests(
  manifests: readonly OperatorManifest[],
  ports: InstallPorts,
  { dryRun, wait }: InstallOptions,
): Promise<void> {
  const isDryRun = dryRun !== undefined;
  const awaited = (kind: string) => manifests.filter((manifest) => manifest.kind.kind === kind);
  for (const [index, manifest] of manifests.entries()) {
    await applyAndReport(manifest, ports, isDryRun);
    const isLastDefinition = isDefinition(manifest) && !manifests.slice(index + 1).some(isDefinition);
    if (wait && !isDryRun && isLastDefinition) await untilAllReady(awaited(definitionKind.kind), ports);
  }
  if (wait && !isDryRun) await untilAllReady(awaited('Deployment'), ports);
}

function isDefinition({ kind }: OperatorManifest): boolean {
  return kind.kind === definitionKind.kind;
}

async function applyAndReport(manifest: OperatorManifest, ports: InstallPorts, isDryRun: boolean): Promise<void> {
  const { change, takenFields } = await appliedOrUnvalidated(ports.client, manifest, isDryRun);
  reportChange(ports, manifest, { change, isDryRun, takenFields });
}

/** Reports the change of an object. */
export function reportChange(
  { progress, results }: InstallPorts,
  { object }: Pick<OperatorManifest, 'object'>,
  { change, isDryRun, takenFields = [] }: Omit<InstalledChange, 'object' | 'resources'>,
): void {
  progress.clearBar();
  const { apiVersion, kind, metadata } = object;
  const { namespace, name } = metadata;
  const line = `${objectTitle(object)} ${change}${isDryRun ? ' (server dry run)' : ''}\n`;
  results.add(
    {
      object: { apiVersion, kind, ...(namespace !== undefined && { namespace }), name },
      change,
      isDryRun,
      takenFields,
    },
    line + takenFields.map((field) => `  takes ${field}\n`).join(''),
  );
}

/** Returns the result of an apply. A dry run creates no namespace, so it can't validate the objects of a new one. */
async function appliedOrUnvalidated(
  client: Client,
  manifest: OperatorManifest,
  isDryRun: boolean,
): Promise<{
  readonly change: string;
  readonly takenFields: AppliedManifest['takenFields'];
}> {
  try {
    return await applyManifest(client, manifest, { isDryRun });
  } catch (error) {
    if (!isDryRun || !isNotFound(error) || !error.serverMessage.startsWith('namespaces "')) throw error;
    return {
      change: 'not validated: its namespace does not exist yet',
      takenFields: [],
    };
  }
}
