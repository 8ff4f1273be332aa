import type { Cluster } from '../../lib/testing/index.ts';

/**
 * Runs kubectl as admin, with an object for its standard input if there is one.
 *
 * @returns its standard output.
 * @throws Error with what it said, if it fails.
 */
export async function kubectl(cluster: Cluster, args: readonly string[], object?: object): Promise<string> {
  const input = object === undefined ? {} : { input: JSON.stringify(object) };
  const { stdout, stderr, exitCode } = await cluster.kubectl(args, input);
  if (exitCode !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
  return stdout;
}
