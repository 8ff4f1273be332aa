// In: the directory to own as first argument, requests over the IPC channel. Out: processes, and reports of their
// starts and ends; after its end no process, directory or other owned resource is left. A separate program, started by
// Supervisor: its channel closes however its parent ends, SIGKILL included.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { isSystemError } from '../../system/index.ts';
import { type Belonging, removeBelongings } from './belonging.ts';
import { requireExecutable } from './executable.ts';
import { takeOwnership } from './owner.ts';
import { parentBoundPrefix } from './parent-bound-prefix.ts';
import { signalProcessGroup } from './process-group.ts';
import type { ProcessSignal, ProcessSpec, SupervisorReport, SupervisorRequest } from './supervisor-message.ts';

const directory = process.argv[2] ?? '';
const running = new Map<string, ChildProcess>();
const belongings: Belonging[] = [{ type: 'directory', path: directory }];
let isEnding = false;

function report(message: SupervisorReport): void {
  // If the parent has ended, no process reads the report, and `disconnect` handles the rest.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

function run(spec: ProcessSpec): void {
  const { name } = spec;
  try {
    const child = spawnInGroup(spec);
    child.once('spawn', () => {
      running.set(name, child);
      report({ type: 'running', name, pid: child.pid ?? 0 });
    });
    child.once('exit', (code, signal) => {
      running.delete(name);
      report({ type: 'ended', name, exit: { code, signal } });
    });
    child.once('error', (error) => report({ type: 'failed', name, message: error.message }));
  } catch (error) {
    report({ type: 'failed', name, message: String(error) });
  }
}

/** Starts a process as the leader of a new group, so that the processes that it starts end with it. */
function spawnInGroup({ command, args, cwd, env, log, cgroup }: ProcessSpec): ChildProcess {
  const [program = command, ...words] = [...parentBoundPrefix(cgroup), command, ...args];
  // The prefix always starts, and would report a missing program only afterwards.
  requireExecutable(command, { cwd, path: env.PATH });
  const output = openSync(log, 'a', 0o600);
  try {
    return spawn(program, words, { cwd, env, detached: true, stdio: ['ignore', output, output] });
  } finally {
    closeSync(output);
  }
}

function signalChild(child: ChildProcess, what: ProcessSignal): void {
  if (child.pid !== undefined) signalProcessGroup(child.pid, what);
}

/** Called when the parent has ended, or when a signal asks this process to end. */
function beginEnd(): void {
  if (!isEnding) void leaveNothing();
  isEnding = true;
}

async function leaveNothing(): Promise<void> {
  // The parent, if it is alive, tries the failed removals again and reports them.
  const failed = await removeBelongings(belongings, endChildren).then(
    () => false,
    () => true,
  );
  process.exit(failed ? 1 : 0);
}

async function endChildren(): Promise<void> {
  const children = [...running.values()];
  const ended = children.map((child) => once(child, 'exit'));
  for (const child of children) signalChild(child, 'SIGKILL');
  await Promise.all(ended);
}

function handleMessage(request: SupervisorRequest): void {
  if (request.type === 'own') {
    belongings.push(request.belonging);
    return;
  }
  if (request.type === 'run') {
    // This process would not end the new one.
    if (isEnding) report({ type: 'failed', name: request.process.name, message: 'its supervisor is ending' });
    else run(request.process);
    return;
  }
  const child = running.get(request.name);
  if (child) signalChild(child, request.signal);
}

/**
 * Creates the directory as its owner.
 *
 * @throws Error if that fails; the directory doesn't exist then, or has another owner
 */
function takeDirectory(): void {
  mkdirSync(directory, { mode: 0o700 });
  try {
    takeOwnership(directory);
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}

/** Returns the error of the creation of the directory; undefined if it succeeded. */
function refusalOfDirectory(): Error | undefined {
  try {
    takeDirectory();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const refusal = refusalOfDirectory();
if (refusal) {
  report({ type: 'refused', exists: isSystemError(refusal, 'EEXIST'), message: refusal.message });
  process.disconnect();
} else {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, beginEnd);
  process.on('disconnect', beginEnd);
  process.on('message', handleMessage);
  report({ type: 'ready' });
  // The parent may have ended before the listener was added.
  if (!process.connected) beginEnd();
}
