import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { built, tool } from '../../../../bench/harness/build.ts';

const run = promisify(execFile);

/** Without these, it needs libraries of the system for signatures and file systems of containers. */
const tags = 'containers_image_openpgp,exclude_graphdriver_btrfs,exclude_graphdriver_devicemapper';

/** Directory of a bundle → tool → the errors that it reports. */
export type ToolReports = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/**
 * Returns the findings of operator-sdk's validators and of opm. Their Go modules are built into one program once: about 4 minutes on
 * two cores.
 *
 * @throws Error if Go is missing, or the modules can't be downloaded
 */
export async function toolReports(directories: readonly string[], signal: AbortSignal): Promise<ToolReports> {
  const module = {
    title: 'the validators of operator-sdk',
    source: fileURLToPath(new URL('source', import.meta.url)),
    toolchain: 'go',
    build: (source: string, directory: string) => tool('go', ['build', ...flags(directory)], source, signal),
  };
  const path = join(await built(module, (text) => process.stderr.write(`${text}\n`), signal), 'bundle-tools');
  const { stdout } = await run(path, [...directories], { maxBuffer: 2 ** 28, signal });
  return JSON.parse(stdout);
}

function flags(directory: string): readonly string[] {
  return ['-mod=readonly', '-trimpath', '-ldflags=-s -w', `-tags=${tags}`, '-o', join(directory, 'bundle-tools'), '.'];
}
