import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { requireExecutable } from '../supervisor/executable.ts';
import { parentBoundPrefix } from '../supervisor/parent-bound-prefix.ts';
import type { ProcessExit } from '../supervisor/supervisor-message.ts';
import type { RunDirectory } from './run-directory.ts';

/** The result of kubectl. */
export interface KubectlResult {
  readonly stdout: string;
  readonly stderr: string;
  /** 0 on success. */
  readonly exitCode: number;
}

/** Options of a run of kubectl. */
export interface KubectlOptions {
  /** Standard input, as `-f -` reads it. @default none */
  readonly input?: string;
}

/**
 * Runs kubectl as admin, without the user's kubeconfig, preferences and caches.
 *
 * @throws Error if kubectl can't be started or is killed.
 */
export async function runKubectl(
  program: string,
  run: RunDirectory,
  args: readonly string[],
  { input }: KubectlOptions = {},
): Promise<KubectlResult> {
  const env = { PATH: process.env.PATH, HOME: run.path, KUBECONFIG: run.kubeconfig('admin') };
  requireExecutable(program, { cwd: process.cwd(), path: env.PATH });
  // A kubectl that waits would otherwise go on for long after this process has ended.
  const [command = program, ...words] = [...parentBoundPrefix(), program, ...args];
  const child = spawn(command, words, { env });
  const ended = Promise.withResolvers<ProcessExit>();
  child.once('error', ended.reject);
  child.once('close', (code, signal) => ended.resolve({ code, signal }));
  // kubectl may end before it reads its input; its exit code shows if that is a failure.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [stdout, stderr, { code, signal }] = await Promise.all([text(child.stdout), text(child.stderr), ended.promise]);
  if (code === null) throw new Error(`kubectl ${args.join(' ')} was ended by ${String(signal)}`);
  return { stdout, stderr, exitCode: code };
}
