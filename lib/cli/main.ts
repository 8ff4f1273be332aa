import type { App } from 'cdk8s';
import { prepareNode } from './process/node-start.ts';

/**
 * The program of an operator: reads the command line and synthesizes the app or runs it.
 *
 * Without a command it synthesizes, as `cdk8s synth` expects of an app. A failure is reported in one sentence on the
 * standard error, and the process exits with 1; a wrong command line exits with 2.
 *
 * Modules that are loaded from here on are cached in compiled form in the directory for temporary files, or in
 * `$NODE_COMPILE_CACHE`: the next start takes half the time. That includes an app in a separate module:
 * `main(() => import('./app.ts'))`.
 *
 * @param app - the app, or a function that loads the module that exports it.
 * @param argv - the arguments of the program.
 * @default those of the process
 * @example await main(() => import('./app.ts'));
 */
export async function main(
  app: App | (() => Promise<{ readonly app: App }>),
  argv: readonly string[] = process.argv.slice(2),
): Promise<void> {
  prepareNode();
  const { runProgram } = await import('./program.ts');
  await runProgram(async () => (typeof app === 'function' ? (await app()).app : app), argv);
}
