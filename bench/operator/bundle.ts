// Bundles the library and the operator into one program, and again when their sources change. Called by main.ts before
// anything else.

import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const program = join(import.meta.dirname, 'program.ts');
const directory = join(root, 'build/bench-operator');

/**
 * Returns the path of the bundled program. Bundling takes seconds, in its own process; the check for changes takes
 * milliseconds.
 */
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

/** Returns 0 for a missing file. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
