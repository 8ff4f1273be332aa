// In: a bundle, and access to a cluster. Out: findings about objects that its API server rejects in a dry run. Called by
// `operand bundle validate --server`.

import { ApiError, type Client, isAlreadyExists, isForbidden, isNotFound } from '../../client/index.ts';
import type { BundleContent } from '../../olm/content/index.ts';
import type { ValidationFinding } from '../../olm/index.ts';
import { type DryRunObject, dryRunObjects, serverFindings } from '../../olm/validation/index.ts';
import { type ClusterClientOptions, clusterClient } from '../cluster-client.ts';
import { Failure } from '../failure.ts';

/** The options of a validation with a server. */
export interface ServerOptions extends ClusterClientOptions {
  /** An existing namespace, in which nothing is created. */
  readonly namespace: string;
}

/**
 * Sends all objects of an installation to the API server, which validates and stores none of them.
 *
 * @param found - the findings without a server; a place of these is not reported again.
 * @throws Failure if the account may not create the objects, or the namespace is missing; the client's error if the API
 *   server can't be reached.
 */
export async function validateOnServer(
  bundle: BundleContent,
  found: readonly ValidationFinding[],
  options: ServerOptions,
): Promise<readonly ValidationFinding[]> {
  const client = await clusterClient(options);
  try {
    await client.serverVersion();
    const objects = dryRunObjects(bundle, options.namespace);
    const responses = await Promise.all(objects.map((installed) => dryRunFinding(client, installed)));
    const known = new Set(found.map(({ file, path }) => `${file} ${path}`));
    return responses.flat().filter(({ file, path }) => !known.has(`${file} ${path}`));
  } finally {
    await client.close();
  }
}

/** Sends an object as a new one; one that the cluster has already, as the change that an upgrade makes. */
async function sendObject(client: Client, { kind, object }: DryRunObject): Promise<void> {
  try {
    await client.create(kind, object, { dryRun: true });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    await client.apply(kind, object, { fieldManager: 'olm', force: true, dryRun: true });
  }
}

async function dryRunFinding(client: Client, installed: DryRunObject): Promise<readonly ValidationFinding[]> {
  const { kind, object } = installed;
  try {
    await sendObject(client, installed);
    return [];
  } catch (error) {
    if (!ApiError.is(error) || error.status === 401 || error.status >= 500) throw error;
    if (isNotFound(error) && error.serverMessage.startsWith('namespaces "')) {
      const remedy = 'name an existing one with --namespace';
      throw new Failure(`the cluster has no namespace ${object.metadata.namespace ?? ''}: ${remedy}`, { cause: error });
    }
    if (isForbidden(error) && / cannot \S+ resource |attempting to grant RBAC permissions/.test(error.serverMessage)) {
      const remedy = 'use an account with the rights of OLM, such as a cluster admin';
      throw new Failure(`this account can't validate ${kind.kind} ${object.metadata.name}: ${remedy}`, {
        cause: error,
      });
    }
    return serverFindings(installed, error);
  }
}
