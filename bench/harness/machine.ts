import { readFile } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';
import type { Machine } from './result.ts';

/** Describes the machine that runs this process. */
export async function thisMachine(): Promise<Machine> {
  const modules = await readFile(new URL('../../lib/testing/control-plane/go.mod', import.meta.url), 'utf8');
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    coreCount: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
    kubernetes: /^\s*k8s\.io\/kubernetes (\S+)/m.exec(modules)?.[1] ?? 'unknown',
  };
}
