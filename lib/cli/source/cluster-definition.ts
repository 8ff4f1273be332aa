// In: a selection of definitions, and access to a cluster. Out: the definitions from its API server. Called for the
// source `cluster:`.

import { definitionKind } from '../../api/index.ts';
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
    let continuation: string | undefined;
    do {
      const page = await client.list(definitionKind, {
        limit: pageSize,
        ...(continuation && { continue: continuation }),
      });
      const wanted = page.items.filter(({ metadata: { name } }) => isWantedDefinition(name, which));
      places.push(...wanted.map((object) => new Place(`cluster:${object.metadata.name}`, object)));
      continuation = page.continue;
    } while (continuation !== undefined);
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
