import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { built, tool } from '../../../bench/harness/build.ts';

const source = fileURLToPath(new URL('document-server', import.meta.url));
const module = 'github.com/FerretDB/FerretDB';

/**
 * Builds the program `ferretdb`, a server with MongoDB's protocol, once from its Go module: about 2 minutes on two
 * cores.
 */
export async function documentServer(): Promise<Uint8Array> {
  const build = {
    title: 'FerretDB',
    source,
    toolchain: 'go',
    build: async (directory: string, destination: string, signal: AbortSignal) => {
      const version = await tool(
        'go',
        ['list', '-mod=readonly', '-m', '-f', '{{.Version}}', module],
        directory,
        signal,
      );
      await tool('go', ['mod', 'vendor'], directory, signal);
      // It starts only if its sources contain the version, as those of a release do.
      await writeFile(join(directory, 'vendor', module, 'build/version/version.txt'), version);
      const words = [
        'build',
        '-mod=vendor',
        '-trimpath',
        '-ldflags=-s -w',
        '-o',
        destination,
        `${module}/cmd/ferretdb`,
      ];
      await tool('go', words, directory, signal);
    },
  };
  const directory = await built(build, (line) => process.stderr.write(`${line}\n`), new AbortController().signal);
  return await readFile(join(directory, 'ferretdb'));
}
