import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TarNode } from '../../../lib/oci/index.ts';
import type { Workload } from './workload.ts';

/**
 * Returns the files of an image beside packages: accounts, directories of its user, its entry point and programs: path
 * → node.
 */
export async function workloadFiles(workload: Workload): Promise<ReadonlyMap<string, TarNode>> {
  const { account, directories = [], links = {}, entrypoint, programs = {}, python } = workload;
  const files = new Map<string, TarNode>([
    ['etc/passwd', text(`root:x:0:0:root:/root:/usr/sbin/nologin\n${passwdLine(account)}\n`)],
    ['etc/group', text(`root:x:0:\n${account.name}:x:${account.user}:\n`)],
    // Some programs use /var/run.
    ['var/run', { type: 'symbolic-link', target: '/run' }],
  ]);
  for (const path of directories) {
    files.set(path, { type: 'directory', mode: 0o755, user: account.user, group: account.user });
  }
  if (entrypoint !== undefined) {
    const script = await readFile(fileURLToPath(new URL(`entrypoint/${entrypoint}`, import.meta.url)));
    files.set('usr/local/bin/entrypoint', program(script));
  }
  for (const [name, read] of Object.entries(programs)) files.set(`usr/local/bin/${name}`, program(await read()));
  if (python !== undefined) for (const [path, node] of await pythonFiles(await python())) files.set(path, node);
  for (const [path, target] of Object.entries(links)) files.set(path, { type: 'symbolic-link', target });
  return files;
}

function passwdLine({ name, user, home }: Workload['account']): string {
  return `${name}:x:${user}:${user}::${home}:/usr/sbin/nologin`;
}

function text(content: string): TarNode {
  return { type: 'file', content: [Buffer.from(content)] };
}

function program(content: Uint8Array): TarNode {
  return { type: 'file', content: [content], mode: 0o755 };
}

/** Returns the files of a directory as those of packages of Debian's Python. */
async function pythonFiles(directory: string): Promise<ReadonlyMap<string, TarNode>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const nodes = paths.toSorted().map(async (path): Promise<[string, TarNode]> => {
    const node: TarNode = { type: 'file', content: [await readFile(path)] };
    return [join('usr/lib/python3/dist-packages', relative(directory, path)), node];
  });
  return new Map(await Promise.all(nodes));
}
