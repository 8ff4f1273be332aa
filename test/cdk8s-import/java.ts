import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Compiles the project in a directory and runs its program, with packages from Maven's cache or the network. */
export async function runMaven(directory: string): Promise<void> {
  await run('mvn', ['--version']).catch((error: unknown) => {
    throw new Error('a JDK and Maven are needed to test consumers in Java: install maven', { cause: error });
  });
  await run('mvn', ['--batch-mode', '--quiet', 'compile', 'exec:java'], { cwd: directory });
}
