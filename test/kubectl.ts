import type { Cluster, ControlPlane } from '../lib/testing/index.ts';

/** How long kubectl waits for something that is to come: far longer than it takes on any machine. */
export const patience = '--timeout=300s';

/**
 * Runs kubectl as admin, with an object, or the text of a manifest, for its standard input if there is one.
 *
 * @returns its standard output.
 * @throws Error with what it said, if it fails.
 */
export async function kubectl(
  cluster: Cluster | ControlPlane,
  args: readonly string[],
  manifest?: object | string,
): Promise<string> {
  const input = typeof manifest === 'object' ? JSON.stringify(manifest) : manifest;
  const { stdout, stderr, exitCode } = await cluster.kubectl(args, input === undefined ? {} : { input });
  if (exitCode !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
  return stdout;
}
