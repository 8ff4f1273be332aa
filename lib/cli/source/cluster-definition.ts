// In: a selection of definitions, and access to a cluster. Out: the definitions from its API server. Called for the
// source `cluster:`.

import { definitionKind } from '../../api/index.ts';
import { listedObjects } from '../../client/index.ts';
import { Place } from '../../olm/content/index.ts';
import { type ClusterClientOptions, clusterClient } from '../cluster-client.ts';
import { Failure } from '../failure.ts';

/**
 * Returns the definitions of a cluster, sorted by name.
 *
 * @param which - a definition's name, or a group for all of it; empty for all definitions.
 * @throws Failure if there are none; the client's error if the API server rejects the list or can't be reached.
 */
export async function readClusterDefinitions(which: string, options: ClusterClientOptions): Promise<Place[]> {
  const client = await clusterClient(options);
  try {
    const places: Place[] = [];
    for await (const object of listedObjects(client, definitionKind, { limit: pageSize })) {
      const { name } = object.metadata;
      if (isWantedDefinition(name, which)) places.push(new Place(`cluster:${name}`, object));
    }
    if (places.length > 0) return places;
    throw new Failure(`the cluster has no definitions for cluster:${which}: see \`kubectl get crds\``);
  } finally {
    await client.close();
  }
}

/** Definitions are large, some of them more than a megabyte. */
const pageSize = 50;

/** @param name - `<plural>.<group>` of a definition. */
function isWantedDefinition(name: string, which: string): boolean {
  return which === '' || name === which || name.slice(name.indexOf('.') + 1) === which;
}
