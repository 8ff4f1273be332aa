import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { built, tool } from '../../../bench/harness/build.ts';

const source = fileURLToPath(new URL('object-server', import.meta.url));

/** Builds the program `versitygw`, a server with S3's protocol, once from its Go module. @returns its path */
export async function objectServer(): Promise<string> {
  const build = {
    title: 'versitygw',
    source,
    toolchain: 'go',
    build: async (directory: string, destination: string, signal: AbortSignal) => {
      const words = ['build', '-mod=readonly', '-trimpath', '-ldflags=-s -w', '-o', destination];
      await tool('go', [...words, 'github.com/versity/versitygw/cmd/versitygw'], directory, signal);
    },
  };
  const directory = await built(build, (line) => process.stderr.write(`${line}\n`), new AbortController().signal);
  return join(directory, 'versitygw');
}
