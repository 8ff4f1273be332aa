import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Compiles the project in a directory and runs its program, or pursues other goals of Maven, with packages from Maven's
 * cache or the network.
 *
 * @param temporary - the directory into which jsii unpacks its runtime. Node reads the closest package.json above it,
 *   so a stray one in the machine's own temporary directory would change how Node loads the runtime.
 */
export async function runMaven(
  directory: string,
  temporary: string,
  goals: readonly string[] = ['compile', 'exec:java'],
): Promise<void> {
  await run('mvn', ['--version']).catch((error: unknown) => {
    throw new Error('a JDK and Maven are needed to test consumers in Java: install maven', { cause: error });
  });
  const env = { ...process.env, MAVEN_OPTS: `-Djava.io.tmpdir=${temporary}` };
  await run('mvn', ['--batch-mode', '--quiet', ...goals], { cwd: directory, env });
}
