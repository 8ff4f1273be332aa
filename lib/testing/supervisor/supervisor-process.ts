// Enters: the directory to own as first argument, requests over the IPC channel.
// Leaves: processes, reports of how they start and end; and after itself nothing, neither a process nor the directory
// nor what else it was told to own.
// A program of its own, started by Supervisor: its channel closes however its parent dies, SIGKILL included.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { isSystemError } from '../../system/index.ts';
import { type Belonging, removeBelongings } from './belonging.ts';
import { requireExecutable } from './executable.ts';
import { takeOwnership } from './owner.ts';
import { signalProcessGroup } from './process-group.ts';
import type { ProcessSignal, ProcessSpec, SupervisorReport, SupervisorRequest } from './supervisor-message.ts';
import { tether } from './tether.ts';

const directory = process.argv[2] ?? '';
const running = new Map<string, ChildProcess>();
const belongings: Belonging[] = [{ type: 'directory', path: directory }];
let isEnding = false;

function report(message: SupervisorReport): void {
  // When the parent is gone nobody is left to tell, and `disconnect` does the rest.
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

/** Each process leads a group of its own, so that what it starts itself ends with it. */
function spawnInGroup({ command, args, cwd, env, log, cgroup }: ProcessSpec): ChildProcess {
  const [program = command, ...words] = [...tether(cgroup), command, ...args];
  // What holds the tether starts always, and would tell only afterwards.
  requireExecutable(command, { cwd, path: env.PATH });
  const output = openSync(log, 'a', 0o600);
  try {
    return spawn(program, words, { cwd, env, detached: true, stdio: ['ignore', output, output] });
  } finally {
    closeSync(output);
  }
}

function signal(child: ChildProcess, what: ProcessSignal): void {
  if (child.pid !== undefined) signalProcessGroup(child.pid, what);
}

/** Called when the parent is gone, or somebody wants this process to be. */
function end(): void {
  if (!isEnding) void leaveNothing();
  isEnding = true;
}

async function leaveNothing(): Promise<void> {
  // The parent, if it is there, tries once more what fails, and tells.
  const failed = await removeBelongings(belongings, endChildren).then(
    () => false,
    () => true,
  );
  process.exit(failed ? 1 : 0);
}

async function endChildren(): Promise<void> {
  const children = [...running.values()];
  const ended = children.map((child) => once(child, 'exit'));
  for (const child of children) signal(child, 'SIGKILL');
  await Promise.all(ended);
}

function obey(request: SupervisorRequest): void {
  if (request.type === 'own') {
    belongings.push(request.belonging);
    return;
  }
  if (request.type === 'run') {
    // Nobody would end it.
    if (isEnding) report({ type: 'failed', name: request.process.name, message: 'its supervisor is ending' });
    else run(request.process);
    return;
  }
  const child = running.get(request.name);
  if (child) signal(child, request.signal);
}

/** Makes the directory ours. @throws Error when it can't be; it isn't there then, or it is somebody else's */
function takeDirectory(): void {
  mkdirSync(directory, { mode: 0o700 });
  try {
    takeOwnership(directory);
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}

/** Why the directory can't be ours; undefined once it is. */
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
  for (const farewell of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(farewell, end);
  process.on('disconnect', end);
  process.on('message', obey);
  report({ type: 'ready' });
  // The parent may have died before anybody listened.
  if (!process.connected) end();
}
