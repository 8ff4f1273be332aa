// In: an operator and a cluster. Out: the state of its installation by OLM v1: its ClusterExtension. Called by `doctor`.

import { conditionsOf, findCondition, type Kind, knownKind, objectTitle, type StoredObject } from '../../api/index.ts';
import { managerName } from '../../constructs/index.ts';
import { textAt } from '../../schema/index.ts';
import { liveNamed } from '../install/applied-manifest.ts';
import { conditionCause } from '../install/unready-cause.ts';
import { type CheckPorts, type Diagnosis, logsCommand, unreadyDiagnoses } from './diagnosis.ts';
import { type OlmInstallation, versionDiagnosis } from './olm-installation.ts';

const extensionKind: Kind = {
  ...{ group: 'olm.operatorframework.io', version: 'v1', kind: 'ClusterExtension', plural: 'clusterextensions' },
  scope: 'Cluster',
};
const deploymentKind = knownKind('apps/v1', 'Deployment');

/**
 * Returns the installation of an operator by OLM v1; undefined if there is none.
 *
 * @throws ApiError if the account may not list ClusterExtensions.
 */
export async function extensionInstallation(ports: CheckPorts): Promise<OlmInstallation | undefined> {
  const { operator, client } = ports;
  if (!(await client.serves(extensionKind))) return undefined;
  const { items } = await client.list(extensionKind);
  const extension = items.find(({ spec }) => textAt(spec, 'source.catalog.packageName') === operator.name);
  if (extension === undefined) return undefined;
  const namespace = textAt(extension.spec, 'namespace');
  const diagnoses = [extensionDiagnosis(extension, ports), ...(await managerDiagnoses(namespace, ports))];
  return { namespace, diagnoses };
}

function extensionDiagnosis(extension: StoredObject, { operator }: CheckPorts): Diagnosis {
  const { spec, status, metadata } = extension;
  const title = objectTitle(extension);
  const conditions = conditionsOf(status).filter(({ type }) => type === 'Installed' || type === 'Progressing');
  const isInstalled = findCondition(conditions, 'Installed')?.status === 'True';
  const causes = conditions.filter((each) => each.status !== 'True' || each.reason !== 'Succeeded');
  if (isInstalled && causes.length === 0) {
    const version = textAt(status, 'install.bundle.version');
    return versionDiagnosis(`${title}: ${version} is installed`, version, operator);
  }
  const account = `${textAt(spec, 'namespace')}/${textAt(spec, 'serviceAccount.name')}`;
  return {
    state: isInstalled ? 'warning' : 'problem',
    what: isInstalled ? `${title} can't install another release` : `${title} is not installed`,
    causes: causes.map(conditionCause),
    expected: 'the conditions Installed and Progressing are True, with the reason Succeeded',
    remedy: `correct what the conditions name: the catalog, the version, or the rights of ServiceAccount ${account}; then \`kubectl describe clusterextension ${metadata.name}\``,
  };
}

/** An extension counts as installed when its objects are applied, whether or not its manager is ready. */
async function managerDiagnoses(namespace: string, { operator, client }: CheckPorts): Promise<readonly Diagnosis[]> {
  const manager = await liveNamed(client, deploymentKind, { namespace, name: managerName(operator.name) });
  if (manager === undefined) return [];
  return await unreadyDiagnoses(client, manager, { remedy: logsCommand(manager.metadata.name, namespace) });
}
