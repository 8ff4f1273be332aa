import type { App } from 'cdk8s';
import { prepareNode } from './process/node-start.ts';

/**
 * The program of an operator: reads the command line and synthesizes the app or runs it.
 *
 * Without a command it synthesizes, which is what `cdk8s synth` expects of an app. A failure is told in one sentence on
 * the standard error, and the process then exits with 1; a wrong command line exits with 2.
 *
 * What is loaded from here on is kept compiled in the directory for temporary files, or where `$NODE_COMPILE_CACHE` says:
 * the next start takes half the time. That goes for the app, too, if it is in a module of its own: `main(() =>
 * import('./app.ts'))`.
 *
 * @param app - the app, or what loads the module that exports it.
 * @param argv - the words behind the program's name. @default those of the process
 */
export async function main(
  app: App | (() => Promise<{ readonly app: App }>),
  argv: readonly string[] = process.argv.slice(2),
): Promise<void> {
  prepareNode();
  const { runProgram } = await import('./program.ts');
  await runProgram(async () => (typeof app === 'function' ? (await app()).app : app), argv);
}
