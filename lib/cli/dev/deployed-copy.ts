// In: an operator, and a cluster. Out: the copy of the operator that is deployed there, in whatever namespace its installer has
// chosen. Called by `dev`.

import { formatObjectKey, isForbidden, knownKind, objectKey, type StoredObject } from '../../api/index.ts';
import type { Client } from '../../client/index.ts';
import { installationLabel } from '../../constructs/index.ts';
import { Failure } from '../failure.ts';
import type { LoadedOperator } from './session-message.ts';

const deploymentKind = knownKind('apps/v1', 'Deployment');

/**
 * Returns the Deployment of an operator in a cluster, or undefined if there is none. It is recognised by the label that
 * manifests and bundles give it: OLM keeps its labels, and chooses the namespace. Without the right to list Deployments of the
 * cluster, the namespace of the definition counts.
 *
 * @param namespace - the only one that counts. @default all
 * @throws Failure if there are several, or none in the given namespace.
 */
export async function deployedCopy(
  client: Client,
  operator: Pick<LoadedOperator, 'name' | 'namespace'>,
  namespace: string | undefined,
): Promise<StoredObject | undefined> {
  const { name } = operator;
  const listed = async (place: string | undefined) =>
    (await client.list(deploymentKind, { namespace: place, labelSelector: installationLabel(name) })).items;
  const copies = await listed(namespace).catch(async (error: unknown) => {
    if (namespace !== undefined || !isForbidden(error)) throw error;
    return await listed(operator.namespace).catch(noneIfForbidden);
  });
  const [copy] = copies;
  if (copies.length > 1) {
    const places = copies.map((each) => formatObjectKey(objectKey(each))).join(', ');
    throw new Failure(
      `operator ${name} is deployed ${copies.length} times, as ${places}: give the namespace of the copy to replace by --namespace`,
    );
  }
  if (copy === undefined && namespace !== undefined)
    throw new Failure(
      `operator ${name} isn't deployed in namespace ${namespace}: no Deployment there has the label ${installationLabel(name)}`,
    );
  return copy;
}

function noneIfForbidden(error: unknown): readonly StoredObject[] {
  if (isForbidden(error)) return [];
  throw error;
}
