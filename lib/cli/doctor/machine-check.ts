// In: this machine. Out: the programs and packages that commands need, and that are missing. Called by `doctor`.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Failure } from '../failure.ts';
import { installedPackage } from '../package/installed-package.ts';
import type { Diagnosis } from './diagnosis.ts';

/** A program or package that not all commands need. */
interface Tool {
  readonly name: string;
  readonly from: 'npm' | 'PATH';
  /** The commands that need it. */
  readonly for: string;
}

const tools: readonly Tool[] = [
  { name: 'git', from: 'PATH', for: '`check-upgrade --against <commit>`, and the repository that `init` creates' },
  { name: 'esbuild', from: 'npm', for: '`build` and `image build`' },
  { name: '@typescript/typescript6', from: 'npm', for: '`package`' },
  { name: '@kubernetes/client-node', from: 'npm', for: 'kubeconfigs that log in by a plugin' },
];

/** Returns the diagnosis of this machine. Programs with an older Node than the library needs end before it. */
export async function machineDiagnoses(): Promise<readonly Diagnosis[]> {
  const missing = await Promise.all(tools.map(missingTool));
  return [{ state: 'ok', what: `Node ${process.versions.node}` }, ...missing.flat()];
}

async function missingTool({ name, from, for: use }: Tool): Promise<readonly Diagnosis[]> {
  if (await (from === 'npm' ? isPackageInstalled(name) : isProgramInstalled(name))) return [];
  return [
    {
      state: 'warning',
      what: `${name} is not installed`,
      expected: `needed only for ${use}`,
      remedy: from === 'npm' ? `npm install --save-dev ${name}` : `install ${name} with the packages of your system`,
    },
  ];
}

async function isPackageInstalled(name: string): Promise<boolean> {
  try {
    await installedPackage(name, process.cwd());
    return true;
  } catch (error) {
    if (Failure.is(error)) return false;
    throw error;
  }
}

async function isProgramInstalled(name: string): Promise<boolean> {
  return await promisify(execFile)(name, ['--version']).then(
    () => true,
    () => false,
  );
}
