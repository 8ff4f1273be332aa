import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { built, tool } from '../../../bench/harness/build.ts';

const source = fileURLToPath(new URL('../../../apps/postgresql-cluster/image', import.meta.url));

/** Installs Patroni once, for the image's Python. @returns the path of its packages */
export async function patroni(): Promise<string> {
  const build = {
    title: 'Patroni',
    source,
    toolchain: 'pip',
    build: async (directory: string, destination: string, signal: AbortSignal) => {
      const words = ['install', '--quiet', '--no-deps', '--no-compile', '--requirement', 'requirements.txt'];
      await tool('pip', [...words, '--target', join(destination, 'packages')], directory, signal);
    },
  };
  const directory = await built(build, (line) => process.stderr.write(`${line}\n`), new AbortController().signal);
  return join(directory, 'packages');
}

/** Returns a program that calls a function of a Python module. */
export function pythonProgram(module: string, name: string): () => Promise<Uint8Array> {
  // Patroni starts PostgreSQL from a copy of its interpreter, which imports this program.
  const lines = [
    '#!/usr/bin/python3',
    `from ${module} import ${name}`,
    'if __name__ == "__main__":',
    `    ${name}()`,
    '',
  ];
  return () => Promise.resolve(Buffer.from(lines.join('\n')));
}
