import type { Cluster } from '../../lib/testing/index.ts';

/** How long kubectl waits for something that is to come: far longer than it takes on any machine. */
export const patience = '--timeout=300s';

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
