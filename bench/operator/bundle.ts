// In: the sources of the library and of the operator. Out: the bundle that was made of them, made anew when they change.
// Called by main.ts, before it does anything else.

import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const program = join(import.meta.dirname, 'program.ts');
const directory = join(root, 'build/bench-operator');

/** Path of the bundled program. Bundling takes seconds, in a process of its own; looking takes some milliseconds. */
export function bundledProgram(): string {
  const bundle = join(directory, 'main.mjs');
  if (!isFresh(bundle)) execFileSync(process.execPath, [program, 'build', '--output', directory], { stdio: 'ignore' });
  return bundle;
}

function isFresh(bundle: string): boolean {
  const madeAt = changedAt(bundle);
  return sources().every((path) => changedAt(path) < madeAt);
}

function sources(): readonly string[] {
  return [join(root, 'package-lock.json'), ...filesBelow(join(root, 'lib')), ...filesBelow(import.meta.dirname)];
}

function filesBelow(path: string): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const below = join(path, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(below);
    return entry.name.endsWith('.ts') ? [below] : [];
  });
}

/** 0 for what isn't there. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
