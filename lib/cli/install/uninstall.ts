// In: an app and its command line. Out: a cluster without its CRDs, or without its whole operators. Called by `uninstall` and `undeploy`.

import type { App } from 'cdk8s';
import { apiVersion, knownKind, objectKey, objectTitle, type StoredObject } from '../../api/index.ts';
import { type Client, undefinedIfNotFound } from '../../client/index.ts';
import { managerName, type Operator } from '../../constructs/index.ts';
import { Failure } from '../failure.ts';
import { appOperators } from '../project/app-operator.ts';
import { liveNamed, liveObject } from './applied-manifest.ts';
import {
  type CustomResources,
  customResources,
  removeCustomResources,
  resourcesText,
} from './custom-resource-removal.ts';
import { type InstallPorts, reportChange, withInstallPorts } from './install-ports.ts';
import type { InstallOptions } from './installation-option.ts';
import { definitionManifests, type OperatorManifest, operatorManifests } from './operator-manifest.ts';
import { pollMs, type WaitPorts } from './readiness-wait.ts';

/** The options of `uninstall` and `undeploy`. */
export interface UninstallOptions extends InstallOptions {
  /** True to delete the custom resources too. */
  readonly deleteResources?: boolean;
}

/** The kinds of objects that keep a namespace from being deleted with the operator: work and data of other programs. */
const keptKinds = [
  knownKind('apps/v1', 'Deployment'),
  knownKind('apps/v1', 'StatefulSet'),
  knownKind('apps/v1', 'DaemonSet'),
  knownKind('batch/v1', 'CronJob'),
  knownKind('batch/v1', 'Job'),
  knownKind('v1', 'PersistentVolumeClaim'),
];

const deploymentKind = knownKind('apps/v1', 'Deployment');

/**
 * Deletes the CRDs of an app's operators.
 *
 * @throws Failure if custom resources exist, and the options don't include their deletion.
 */
export async function executeUninstall(app: App, options: UninstallOptions): Promise<void> {
  const operators = appOperators(app);
  await withInstallPorts(options, async (ports) => {
    const manifests = operators.flatMap(definitionManifests);
    await removeResources(manifests, ports, options);
    await removeManifests(manifests, ports, options);
    for (const operator of operators) await reportManager(operator, ports);
  });
}

/**
 * Uninstalls an app's operators: deletes all manifests in the reverse order of their installation: the manager only after its
 * custom resources, which it cleans up, and a namespace only without work or data of other programs.
 *
 * @throws Failure if custom resources exist, and the options don't include their deletion.
 */
export async function executeUndeploy(app: App, options: UninstallOptions): Promise<void> {
  const operators = appOperators(app);
  await withInstallPorts(options, async (ports) => {
    await removeResources(operators.flatMap(definitionManifests), ports, options);
    for (const operator of operators.toReversed()) {
      await removeManifests(await operatorManifests(operator, ports.client, { isRemoval: true }), ports, options);
    }
  });
}

async function removeResources(
  manifests: readonly OperatorManifest[],
  ports: InstallPorts,
  { deleteResources = false, dryRun }: UninstallOptions,
): Promise<void> {
  const found: CustomResources[] = [];
  const definitions: StoredObject[] = [];
  for (const manifest of manifests) {
    const definition = await liveObject(ports.client, manifest);
    if (definition === undefined) continue;
    definitions.push(definition);
    const resources = await customResources(ports.client, definition);
    if (resources.items.length > 0) found.push(resources);
  }
  if (found.length > 0 && !deleteResources) {
    const list = found.map((each) => `  ${resourcesText(each)}\n`).join('');
    throw new Failure(
      `custom resources exist, and the deletion of a CRD deletes them:\n${list}delete them first, or add --delete-resources to delete them and their children`,
    );
  }
  for (const resources of found) reportResources(resources, ports, dryRun !== undefined);
  if (dryRun === undefined) for (const definition of definitions) await removeCustomResources(definition, ports);
}

async function removeManifests(
  manifests: readonly OperatorManifest[],
  ports: InstallPorts,
  options: UninstallOptions,
): Promise<void> {
  const { client } = ports;
  const isDryRun = options.dryRun !== undefined;
  const last: OperatorManifest[] = [];
  for (const manifest of manifests.toReversed()) {
    const { kind, object } = manifest;
    if ((await liveObject(client, manifest)) === undefined) continue;
    const kept =
      kind.kind === 'Namespace' ? await remainingContentOf(client, object.metadata.name, manifests) : undefined;
    if (kept !== undefined) {
      reportChange(ports, manifest, { change: `stays: it has ${kept}`, isDryRun: false });
      continue;
    }
    const isManager = kind.kind === deploymentKind.kind;
    await deleteObject(manifest, client, { isDryRun, isForeground: isManager });
    reportChange(ports, manifest, { change: 'deleted', isDryRun });
    if (isDryRun) continue;
    // The manager stops with its rights, and API servers keep calling its webhooks until it has.
    if (isManager) await untilGone(manifest, ports);
    else last.push(manifest);
  }
  if (options.wait) for (const manifest of last) await untilGone(manifest, ports);
}

function reportResources(resources: CustomResources, { progress, results }: InstallPorts, isDryRun: boolean): void {
  progress.clearBar();
  const { kind, items } = resources;
  results.add(
    { resources: { apiVersion: apiVersion(kind), kind: kind.kind, count: items.length }, change: 'deleted', isDryRun },
    `${resourcesText(resources)}: deleted${isDryRun ? ' (server dry run)' : ''}\n`,
  );
}

async function deleteObject(
  { kind, object }: OperatorManifest,
  client: Client,
  { isDryRun, isForeground }: { readonly isDryRun: boolean; readonly isForeground: boolean },
): Promise<void> {
  const propagationPolicy = isForeground ? 'Foreground' : 'Background';
  await client.delete(kind, objectKey(object), { propagationPolicy, dryRun: isDryRun }).catch(undefinedIfNotFound);
}

async function untilGone(
  manifest: OperatorManifest,
  { client, clock, progress, deadlineMs }: WaitPorts,
): Promise<void> {
  const title = objectTitle(manifest.object);
  for (;;) {
    const live = await liveObject(client, manifest);
    if (live === undefined) return;
    progress.showState(`${title}: is being deleted`);
    if (clock.monotonic() >= deadlineMs) {
      const finalizers = [...(live.metadata.finalizers ?? []), 'of its content'].join(', ');
      throw new Failure(
        `the deletion of ${title} has not ended in time, finalizers: ${finalizers}; run the command again with a longer --timeout`,
      );
    }
    await clock.sleep(pollMs);
  }
}

/** Returns the title of an object in a namespace that isn't part of these manifests; undefined if there is none. */
async function remainingContentOf(
  client: Client,
  namespace: string,
  manifests: readonly OperatorManifest[],
): Promise<string | undefined> {
  const own = new Set(manifests.map(({ object }) => objectTitle(object)));
  for (const kind of keptKinds) {
    const { items } = await client.list(kind, { namespace, content: 'metadata' });
    const other = items.map((item) => objectTitle({ ...item, kind: kind.kind })).find((title) => !own.has(title));
    if (other !== undefined) return other;
  }
  return undefined;
}

async function reportManager({ name, namespace }: Operator, ports: InstallPorts): Promise<void> {
  const metadata = { name: managerName(name), namespace };
  if ((await liveNamed(ports.client, deploymentKind, metadata)) === undefined) return;
  const object = { apiVersion: 'apps/v1', kind: deploymentKind.kind, metadata };
  const change = 'stays without its CRDs: `undeploy` removes it';
  reportChange(ports, { object }, { change, isDryRun: false });
}
