import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether there is a Java with Maven, which not every machine has. */
export async function hasMaven(): Promise<boolean> {
  return run('mvn', ['--version']).then(
    () => true,
    () => false,
  );
}

/** Compiles the project in a directory and runs its program, with packages from Maven's cache or the network. */
export async function runMaven(directory: string): Promise<void> {
  await run('mvn', ['--batch-mode', '--quiet', 'compile', 'exec:java'], { cwd: directory });
}
