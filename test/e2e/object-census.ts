import type { Cluster } from '../../lib/testing/index.ts';

interface CountedObject {
  readonly kind: string;
  readonly metadata: { readonly namespace?: string; readonly name: string };
}

/** All objects of a cluster, `Kind namespace/name` each, in order. */
export async function objectCensus(cluster: Cluster): Promise<readonly string[]> {
  const { stdout: resources } = await cluster.kubectl(['api-resources', '--verbs=list', '-o', 'name']);
  const wanted = resources.trim().split('\n').join(',');
  const { stdout, stderr, exitCode } = await cluster.kubectl(['get', wanted, '--all-namespaces', '-o', 'json']);
  if (exitCode !== 0) throw new Error(stderr);
  const { items } = JSON.parse(stdout) as { items: CountedObject[] };
  return items
    .filter((object) => !livesByItself(object))
    .map(({ kind, metadata: { namespace = '', name } }) => `${kind} ${namespace}/${name}`)
    .sort();
}

/** Events go after an hour, and the cluster's own parts hold Leases: they are there or not whatever anybody does. */
function livesByItself({ kind, metadata: { namespace = '' } }: CountedObject): boolean {
  return kind === 'Event' || (kind === 'Lease' && namespace.startsWith('kube-'));
}
