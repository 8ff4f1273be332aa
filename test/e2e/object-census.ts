import type { Cluster } from '../../lib/testing/index.ts';

/** Kinds that live by their own clock: they are there or not whatever anybody does. */
const transient = new Set(['Event', 'Lease']);

/** All objects of a cluster, `Kind namespace/name` each, in order. */
export async function objectCensus(cluster: Cluster): Promise<readonly string[]> {
  const { stdout: resources } = await cluster.kubectl(['api-resources', '--verbs=list', '-o', 'name']);
  const wanted = resources.trim().split('\n').join(',');
  const { stdout, stderr, exitCode } = await cluster.kubectl(['get', wanted, '--all-namespaces', '-o', 'json']);
  if (exitCode !== 0) throw new Error(stderr);
  const { items } = JSON.parse(stdout) as { items: { kind: string; metadata: { namespace?: string; name: string } }[] };
  return items
    .filter(({ kind }) => !transient.has(kind))
    .map(({ kind, metadata: { namespace = '', name } }) => `${kind} ${namespace}/${name}`)
    .sort();
}
