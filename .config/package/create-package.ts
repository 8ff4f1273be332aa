// Writes the package `create-operand`, with which `npm create operand` runs `operand init`. Called by
// `library-package.ts`.

import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from './manifest.ts';

/** The name of the package. */
export const createName = 'create-operand';

/** Writes the package. It needs the library of its own version. */
export async function writeCreatePackage(directory: string, library: Manifest): Promise<void> {
  await cp(join(import.meta.dirname, createName), directory, { recursive: true });
  const manifest = {
    name: createName,
    version: library.version,
    description: 'Creates a project for a Kubernetes operator, written as cdk8s constructs.',
    keywords: ['kubernetes', 'operator', 'cdk8s', 'create'],
    license: library.license,
    type: 'module',
    bin: { [createName]: 'index.js' },
    files: ['index.js'],
    engines: library.engines,
    dependencies: { operand: library.version },
  };
  await writeFile(join(directory, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}
