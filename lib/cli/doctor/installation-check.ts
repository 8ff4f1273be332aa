// In: an operator and a cluster. Out: its objects that are missing, differ from this version, or aren't ready. Called by
// `doctor`.

import { ApiError, definitionKind, isNotFound, objectTitle, type StoredObject } from '../../api/index.ts';
import type { Client } from '../../client/index.ts';
import { applyManifest, liveObject } from '../install/applied-manifest.ts';
import { type OperatorManifest, operatorManifests } from '../install/operator-manifest.ts';
import { type CheckPorts, type Diagnosis, logsCommand, unreadyDiagnoses } from './diagnosis.ts';

/** Checks that all objects of an operator are installed as this version declares them, and ready. */
export async function installationDiagnoses(ports: CheckPorts): Promise<readonly Diagnosis[]> {
  const { operator, client } = ports;
  const manifests = await operatorManifests(operator, client);
  const installed: (OperatorManifest & { readonly live: StoredObject })[] = [];
  const missing: string[] = [];
  for (const manifest of manifests) {
    const live = await liveObject(client, manifest);
    if (live === undefined) missing.push(objectTitle(manifest.object));
    else installed.push({ ...manifest, live });
  }
  const remedy = '`operand deploy`';
  // A namespace alone is none of the operator.
  if (installed.every(({ kind }) => kind.kind === 'Namespace')) {
    const what = `operator ${operator.name} is not installed: none of its ${manifests.length} objects exists`;
    return [{ state: 'problem', what, remedy }, ...(await missingRights(client, manifests))];
  }
  const diagnoses: Diagnosis[] = [
    ...missing.map((title): Diagnosis => ({ state: 'problem', what: `${title} is missing`, remedy })),
    ...(await differences(ports, installed)),
    ...(await unreadyObjects(client, installed)),
  ];
  if (diagnoses.length > 0) return diagnoses;
  return [{ state: 'ok', what: `operator ${operator.name}: ${installed.length} objects are installed and ready` }];
}

/** Returns the objects that `deploy` would change. */
async function differences(
  { operator, client }: CheckPorts,
  manifests: readonly OperatorManifest[],
): Promise<readonly Diagnosis[]> {
  const found: Diagnosis[] = [];
  for (const manifest of manifests) {
    const applied = await dryRun(client, manifest);
    if (ApiError.is(applied)) return [...found, missingRight(applied)];
    if (applied === 'unchanged') continue;
    found.push({
      state: manifest.kind.kind === definitionKind.kind ? 'problem' : 'warning',
      what: `${objectTitle(manifest.object)} differs from this version of the operator`,
      expected: `the manifest of ${operator.name} ${operator.props.version}`,
      remedy: '`operand deploy`, or the program of the installed version',
    });
  }
  return found;
}

/** Returns the first right that this account lacks to install the operator. */
async function missingRights(client: Client, manifests: readonly OperatorManifest[]): Promise<readonly Diagnosis[]> {
  for (const manifest of manifests) {
    const applied = await dryRun(client, manifest);
    // A dry run creates no namespace for the objects in it.
    if (ApiError.is(applied) && !isNotFound(applied)) return [missingRight(applied)];
  }
  return [];
}

async function dryRun(client: Client, manifest: OperatorManifest): Promise<string | ApiError> {
  try {
    return (await applyManifest(client, manifest, { isDryRun: true })).change;
  } catch (error) {
    if (ApiError.is(error)) return error;
    throw error;
  }
}

function missingRight({ message }: ApiError): Diagnosis {
  return {
    state: 'warning',
    what: `this account can't install the operator: ${message}`,
    expected: 'the rights of a cluster admin, for `install` and `deploy`',
    remedy: 'choose another account with --context or --kubeconfig',
  };
}

async function unreadyObjects(
  client: Client,
  installed: readonly { readonly live: StoredObject }[],
): Promise<readonly Diagnosis[]> {
  const found: Diagnosis[] = [];
  for (const { live } of installed) {
    const { name, namespace } = live.metadata;
    const place = namespace === undefined ? '' : ` --namespace ${namespace}`;
    const remedy =
      live.kind === 'Deployment'
        ? logsCommand(name, namespace ?? 'default')
        : `\`kubectl describe ${live.kind} ${name}${place}\``;
    found.push(...(await unreadyDiagnoses(client, live, { remedy })));
  }
  return found;
}
