import { cp, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { built, tool } from '../../../bench/harness/build.ts';

const source = fileURLToPath(new URL('modules', import.meta.url));
const table = z.record(z.string(), z.object({ module: z.string(), sum: z.string(), files: z.string() }));

/** A publisher whose CRDs tests import. */
export type Publisher = 'cert-manager' | 'elastic' | 'mysql-operator' | 'prometheus-operator';

export const publishers: readonly Publisher[] = ['prometheus-operator', 'cert-manager', 'elastic', 'mysql-operator'];

/**
 * Returns the directory with a publisher's CRDs from its Go module, downloaded once into the user's cache.
 *
 * @throws Error if Go is missing, the module can't be downloaded, or its checksum differs from the recorded one.
 */
export async function publishedDefinitions(publisher: Publisher): Promise<string> {
  if (publisher === 'mysql-operator') return fileURLToPath(new URL('mysql-operator', import.meta.url));
  const { signal } = new AbortController();
  const modules = { title: 'published definitions', source, toolchain: 'go', build: fetched };
  return join(await built(modules, (text) => process.stderr.write(`${text}\n`), signal), publisher);
}

async function fetched(_: string, directory: string, signal: AbortSignal): Promise<void> {
  const modules = table.parse(JSON.parse(await readFile(join(source, 'modules.json'), 'utf8')));
  for (const [publisher, { module, sum, files }] of Object.entries(modules)) {
    const response = z
      .object({ Dir: z.string(), Sum: z.string() })
      .parse(JSON.parse(await tool('go', ['mod', 'download', '-json', module], directory, signal)));
    if (response.Sum !== sum) throw new Error(`${module} has the sum ${response.Sum}, and not ${sum}`);
    const target = join(directory, publisher);
    const isFile = files.endsWith('.yaml');
    // Files in Go's module cache are read-only; a copy can be removed.
    await cp(join(response.Dir, files), isFile ? join(target, basename(files)) : target, { recursive: true });
  }
}
