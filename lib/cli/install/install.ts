// In: an app and its command line. Out: its CRDs, or its whole operators, in the cluster. Called by `install` and `deploy`.

import type { App } from 'cdk8s';
import { definitionKind } from '../../api/index.ts';
import { type Client, isNotFound } from '../../client/index.ts';
import { Failure } from '../failure.ts';
import { appOperators } from '../project/app-operator.ts';
import { type AppliedManifest, applyManifest } from './applied-manifest.ts';
import { type InstallPorts, reportChange, withInstallPorts } from './install-ports.ts';
import type { InstallOptions } from './installation-option.ts';
import { definitionManifests, type OperatorManifest, operatorManifests } from './operator-manifest.ts';
import { untilAllReady } from './readiness-wait.ts';

/**
 * Applies the CRDs of an app's operators, and waits until they are served.
 *
 * @throws Failure if the definition has problems, or a CRD isn't served in time.
 */
export async function executeInstall(app: App, options: InstallOptions): Promise<void> {
  const manifests = appOperators(app).flatMap(definitionManifests);
  if (manifests.length === 0) throw new Failure('this app defines no kind, so there is nothing to install');
  await withInstallPorts(options, (ports) => applyManifests(manifests, ports, options));
}

/**
 * Applies all manifests of an app's operators, and waits until their managers are available.
 *
 * @throws Failure if the definition has problems, or a CRD or a manager isn't ready in time.
 */
export async function executeDeploy(app: App, options: InstallOptions): Promise<void> {
  const operators = appOperators(app);
  await withInstallPorts(options, async (ports) => {
    for (const operator of operators) {
      await applyManifests(await operatorManifests(operator, ports.client), ports, options);
    }
  });
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

/** Returns the result of an apply. A dry run creates no namespace, so it can't validate the objects of a new one. */
async function appliedOrUnvalidated(
  client: Client,
  manifest: OperatorManifest,
  isDryRun: boolean,
): Promise<{ readonly change: string; readonly takenFields: AppliedManifest['takenFields'] }> {
  try {
    return await applyManifest(client, manifest, { isDryRun });
  } catch (error) {
    if (!isDryRun || !isNotFound(error) || !error.serverMessage.startsWith('namespaces "')) throw error;
    return { change: 'not validated: its namespace does not exist yet', takenFields: [] };
  }
}
