import type { ControlPlane } from '../lib/testing/index.ts';

/** The time limit of kubectl's waits: far longer than on any machine. */
export const patience = '--timeout=300s';

/**
 * Runs kubectl as admin, with an object or the text of a manifest as its standard input, if there is one.
 *
 * @returns its standard output.
 * @throws Error with its standard error if it fails.
 */
export async function kubectl(
  cluster: Pick<ControlPlane, 'kubectl'>,
  args: readonly string[],
  manifest?: object | string,
): Promise<string> {
  const input = typeof manifest === 'object' ? JSON.stringify(manifest) : manifest;
  const { stdout, stderr, exitCode } = await cluster.kubectl(args, input === undefined ? {} : { input });
  if (exitCode !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
  return stdout;
}
