// The name of a peer goes in; how to start it comes out, built if need be from its registry into the user's cache.
// Called by the command line before the first round.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** An operator to be measured, as it is started: `$KUBECONFIG` is all it is told. */
export interface Peer {
  readonly name: PeerName;
  /** What the tables call it. */
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
}

interface Recipe {
  readonly title: string;
  /** Files that decide what is built, below bench/. Empty if nothing has to be. */
  readonly sources?: string;
  /** What has to be installed on the machine. */
  readonly toolchain?: string;
  /** Builds `source` into `directory`. */
  readonly build?: (source: string, directory: string, signal: AbortSignal) => Promise<void>;
  readonly start: (directory: string) => readonly [command: string, ...args: string[]];
}

const bench = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

/** Ports that are free, as the others take them. */
const operandArguments = ['run', '--health-address=127.0.0.1:0', '--metrics-address=http://127.0.0.1:0'];

const recipes = {
  operand: {
    title: 'Operand',
    sources: 'operator',
    build: (source, _, signal) => tool(process.execPath, ['main.ts', '--help'], source, signal),
    start: () => [process.execPath, join(bench, 'operator/main.ts'), ...operandArguments],
  },
  'operand-source': {
    title: 'Operand, not bundled',
    start: () => [process.execPath, join(bench, 'operator/program.ts'), ...operandArguments],
  },
  'controller-runtime': controllerRuntime('controller-runtime 0.25, 10 workers', 10),
  'controller-runtime-1': controllerRuntime('controller-runtime 0.25, its default of 1 worker', 1),
  'kube-rs': {
    title: 'kube-rs 5.0, concurrency 10',
    sources: 'peers/kube-rs',
    toolchain: 'cargo',
    build: async (source, directory, signal) => {
      await tool('cargo', ['build', '--release', '--target-dir', join(directory, 'target')], source, signal);
      await rename(join(directory, 'target/release/bench-kube-rs'), join(directory, 'operator'));
      await rm(join(directory, 'target'), { recursive: true });
    },
    start: (directory) => [join(directory, 'operator')],
  },
  kopf: {
    title: 'kopf 1.45',
    sources: 'peers/kopf',
    toolchain: 'python3',
    build: async (source, directory, signal) => {
      await tool('python3', ['-m', 'venv', '--copies', directory], source, signal);
      await tool(
        join(directory, 'bin/python'),
        ['-m', 'pip', 'install', '-q', '-r', 'requirements.txt'],
        source,
        signal,
      );
      await cp(join(source, 'memcached.py'), join(directory, 'memcached.py'));
    },
    start: (directory) => [
      join(directory, 'bin/python'),
      ...['-m', 'kopf', 'run', '--quiet', '--standalone', '--all-namespaces', join(directory, 'memcached.py')],
    ],
  },
  'client-node': {
    title: 'a loop over @kubernetes/client-node 2.0, 10 workers',
    start: () => [process.execPath, join(bench, 'peers/client-node/main.ts')],
  },
  floor: {
    title: 'floor: three bare writes, children created',
    start: () => [process.execPath, join(bench, 'peers/floor/main.ts')],
  },
  'floor-apply': {
    title: 'floor: three bare writes, children applied',
    start: () => [process.execPath, join(bench, 'peers/floor/main.ts'), '--apply'],
  },
} as const satisfies Readonly<Record<string, Recipe>>;

/** The peers that there are. */
export type PeerName = keyof typeof recipes;

export const peerNames = Object.keys(recipes) as PeerName[];

/** Peers that write once and rest: there is nothing of them to see after the cold phase. */
export function isFloor(name: PeerName): boolean {
  return name.startsWith('floor');
}

/** Whether a peer is Operand itself. */
export function isOperand(name: PeerName): boolean {
  return name.startsWith('operand');
}

/**
 * A peer, ready to be started. What has to be built for it is built once, and again when its sources change.
 *
 * @throws Error if its toolchain is missing, or the build fails; the signal's reason, when it aborts during a build.
 */
export async function preparedPeer(name: PeerName, say: (text: string) => void, signal: AbortSignal): Promise<Peer> {
  const { title, sources, toolchain, build, start }: Recipe = recipes[name];
  const [command, ...args] = start(
    sources === undefined || build === undefined
      ? bench
      : await built({ sources, toolchain, build }, { title, say, signal }),
  );
  return { name, title, command, args };
}

async function built(
  {
    sources,
    toolchain,
    build,
  }: { sources: string; toolchain: string | undefined; build: NonNullable<Recipe['build']> },
  { title, say, signal }: { title: string; say: (text: string) => void; signal: AbortSignal },
): Promise<string> {
  const source = join(bench, sources);
  const cache = cacheDirectory();
  const directory = join(cache, await digest(source));
  // A bundle is made anew by what is started, when the library has changed, which is no part of the digest.
  if (toolchain !== undefined && (await exists(directory))) return directory;
  say(`building ${title}, once`);
  const partial = join(cache, `partial-${process.pid}`);
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  try {
    if (toolchain !== undefined) await requireTool(toolchain, title);
    // Toolchains write locks beside the sources: not in the repository.
    await cp(source, join(partial, 'source'), { recursive: true });
    await mkdir(join(partial, 'built'));
    await build(toolchain === undefined ? source : join(partial, 'source'), join(partial, 'built'), signal);
    await rm(directory, { recursive: true, force: true });
    await rename(join(partial, 'built'), directory);
    return directory;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

function controllerRuntime(title: string, workers: number): Recipe {
  return {
    title,
    sources: 'peers/controller-runtime',
    toolchain: 'go',
    build: (source, directory, signal) =>
      tool('go', ['build', '-trimpath', '-ldflags=-s -w', '-o', join(directory, 'operator'), '.'], source, signal),
    start: (directory) => [join(directory, 'operator'), `--workers=${workers}`],
  };
}

async function tool(command: string, args: readonly string[], cwd: string, signal: AbortSignal): Promise<void> {
  await run(command, args, { cwd, signal, env: { ...process.env, GOWORK: 'off' }, maxBuffer: 2 ** 26 });
}

async function requireTool(command: string, title: string): Promise<void> {
  const version = command === 'go' ? 'version' : '--version';
  await run(command, [version]).catch((error: unknown) => {
    throw new Error(`${title} can't be built without ${command}: install it, or leave the peer out of --peers`, {
      cause: error,
    });
  });
}

/** By the rules of the XDG base directories. */
function cacheDirectory(): string {
  const { XDG_CACHE_HOME: cache = '' } = process.env;
  return join(isAbsolute(cache) ? cache : join(homedir(), '.cache'), 'operand', 'bench');
}

async function digest(directory: string): Promise<string> {
  const hash = createHash('sha256').update(directory);
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  for (const path of paths.toSorted()) hash.update(path).update(await readFile(path));
  return hash.digest('hex').slice(0, 16);
}

async function exists(directory: string): Promise<boolean> {
  return (await readdir(directory).catch(() => [])).length > 0;
}
