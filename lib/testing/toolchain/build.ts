// In: a Go module, as texts. Out: a directory of binaries, which appears complete or not at all. Called when a binary
// of the control plane or of a node isn't in the cache.

import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemClock } from '../../clock/index.ts';
import { thrownText } from '../../system/index.ts';
import { Supervisor } from '../supervisor/supervisor.ts';
import type { ProcessExit } from '../supervisor/supervisor-message.ts';
import { withBuildLock } from './build-lock.ts';
import { isCached, partialEntry, programBound, removeUnused } from './cache-entry.ts';
import { buildArguments, type GoModule } from './go-module.ts';
import { requireGo } from './go-version.ts';
import { ProgressLine } from './progress-line.ts';
import { lastLines, ToolchainError } from './toolchain-error.ts';

/** Interval of the progress line. */
const pollMs = 200;

/**
 * Builds the binaries of a module into `destination`, an entry of the cache, unless they exist. If several processes
 * need the same binaries, one builds them and the others wait. Prints its progress on standard error.
 *
 * @param signal - ends the build when it aborts, and removes its files.
 * @throws ToolchainError if Go is missing, too old, or fails, or if the directory of the cache can't be created.
 */
export async function buildBinaries(module: GoModule, destination: string, signal: AbortSignal): Promise<void> {
  if (await isCached(destination)) return;
  const progress = new ProgressLine(process.stderr, systemClock);
  const { title: what, duration: usual } = module;
  await mkdir(dirname(destination), { recursive: true }).catch((cause: unknown) => {
    throw new ToolchainError(
      'build-failed',
      `the directory for ${what} can't be created: ${thrownText(cause)}; set XDG_CACHE_HOME to a directory that you may write, ${module.instead}`,
      { cause },
    );
  });
  await withBuildLock(
    destination,
    () => progress.show(`waiting for another process that builds ${what}`),
    async () => {
      if (existsSync(destination)) return;
      const startedAt = systemClock.monotonic();
      const show = (log: string) => {
        const elapsed = duration(systemClock.monotonic() - startedAt);
        progress.show(`${elapsed}, ${buildState(log)}: building ${what}, once, ${usual} on two cores`);
      };
      await removeUnused(dirname(destination), programBound);
      await build(module, destination, show, signal);
      progress.end(`built ${what} in ${duration(systemClock.monotonic() - startedAt)} into ${destination}`);
    },
    signal,
  );
}

/** Returns the progress of a build from the output of `go build -v`. */
export function buildState(log: string): string {
  const lines = log.split('\n').slice(0, -1);
  const downloads = lines.filter((line) => line.startsWith('go: downloading ')).length;
  const packages = lines.filter((line) => /^[\w./-]+$/.test(line)).length;
  if (packages > 0) return `${packages} packages compiled`;
  return downloads > 0 ? `${downloads} modules downloaded` : 'starting';
}

async function build(
  module: GoModule,
  destination: string,
  show: (log: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const supervisor = await Supervisor.start(partialEntry(destination));
  if (!supervisor) throw new Error(`another process is building ${destination}: try again`);
  const at = (name: string): string => join(supervisor.directory, name);
  try {
    await mkdir(at('tmp'));
    for (const [path, text] of module.files) {
      await mkdir(dirname(at(path)), { recursive: true });
      await writeFile(at(path), text);
    }
    await requireGo(supervisor.directory, module);
    const go = await supervisor.run({
      name: 'go',
      command: 'go',
      args: buildArguments(module, at('bin/')),
      cwd: supervisor.directory,
      env: { ...process.env, CGO_ENABLED: '0', GO111MODULE: 'on', GOWORK: 'off', GOTMPDIR: at('tmp') },
      log: at('build.log'),
    });
    const exit = await watched(go.exit, async () => show(await readFile(at('build.log'), 'utf8')), signal);
    if (exit.code !== 0) throw await buildFailure(module, at('build.log'));
    for (const [given, name] of module.renamed) await rename(at(join('bin', given)), at(join('bin', name)));
    await move(at('bin'), destination);
  } finally {
    await supervisor.close();
  }
}

async function watched(
  exit: Promise<ProcessExit>,
  look: () => Promise<void>,
  signal: AbortSignal,
): Promise<ProcessExit> {
  const ended = new AbortController();
  void exit.then(() => ended.abort());
  while (!ended.signal.aborted) {
    await look();
    await systemClock.sleep(pollMs, signal);
  }
  return exit;
}

/** The one step that makes the binaries appear. If another process was faster, its binaries are equal. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

async function buildFailure({ title }: GoModule, log: string): Promise<ToolchainError> {
  const words = lastLines(await readFile(log, 'utf8'));
  return new ToolchainError(
    'build-failed',
    `Go could not build ${title}: check that the Go modules can be downloaded and that the disk has 3 GB left; the end of its log:\n${words}`,
  );
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
