import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Machine } from './result.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Describes the machine that runs this process, and the commit that it measures. */
export async function thisMachine(): Promise<Machine> {
  const modules = await readFile(new URL('../../lib/testing/control-plane/go.mod', import.meta.url), 'utf8');
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    coreCount: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
    commit: measuredCommit(),
    kubernetes: /^\s*k8s\.io\/kubernetes (\S+)/m.exec(modules)?.[1] ?? 'unknown',
  };
}

/** Returns the last commit of the measured files; marks it as changed while they have uncommitted changes. */
function measuredCommit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', [...args, '--', 'lib', 'bench'], { cwd: root, encoding: 'utf8' }).trim();
  const commit = git('log', '-1', '--format=%h');
  return git('status', '--porcelain') === '' ? commit : `${commit}, changed`;
}
