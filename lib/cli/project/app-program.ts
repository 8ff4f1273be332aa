// In: the cdk8s.yaml of a project, and a command line. Out: the effect of the app's own program. Called by `operand` for
// commands that need the app.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { isJsonObject } from '../../api/index.ts';
import { parsedYaml } from '../../yaml/index.ts';
import { Failure, failWith } from '../failure.ts';

/**
 * Runs the program that `app` of cdk8s.yaml names, with these arguments, and ends this process as that program ends.
 *
 * @throws Failure if this directory has no app, or its program can't be started.
 */
export async function runAppProgram(argv: readonly string[]): Promise<never> {
  const [name = '', ...words] = await appWords(argv[0] ?? '');
  const program = spawn(name === 'node' ? process.execPath : name, [...words, ...argv], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void program.kill(signal));
  const ending: unknown[] = await once(program, 'exit').catch(
    failWith(`the app of cdk8s.yaml can't be started: ${name}`),
  );
  const [code, signal] = ending;
  if (typeof signal === 'string') {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  }
  process.exit(typeof code === 'number' ? code : 1);
}

/** Returns the words of `app` in cdk8s.yaml. */
async function appWords(command: string): Promise<readonly string[]> {
  const text = await readFile('cdk8s.yaml', 'utf8').catch(
    failWith(
      `\`operand ${command}\` needs an app, and cdk8s.yaml can't be read: go to the directory of your project, or create one with \`operand init\``,
    ),
  );
  const [document] = parsedYaml(text);
  const app = isJsonObject(document?.value) ? document.value.app : undefined;
  if (typeof app === 'string' && /^[\w@%+=:,./\\ -]+$/.test(app)) return app.trim().split(/ +/);
  throw new Failure(
    `\`operand ${command}\` can't run app of cdk8s.yaml: write a program, such as \`app: node main.ts\``,
  );
}
