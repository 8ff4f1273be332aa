// Prepares a peer by its name: builds it from its registry into the user's cache if necessary. Called by the command
// line before the first round.

import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Build, built, tool } from './build.ts';

/** A measured operator and its command. `$KUBECONFIG` is its only input. */
export interface Peer {
  readonly name: PeerName;
  /** The name in tables. */
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
}

interface Recipe {
  readonly title: string;
  /** The path of the files to build, below bench/. @default nothing to build */
  readonly sources?: string;
  /** The command that must be installed on the machine. */
  readonly toolchain?: string;
  readonly build?: Build['build'];
  readonly start: (directory: string) => readonly [command: string, ...args: string[]];
}

const bench = fileURLToPath(new URL('..', import.meta.url));

/** Free ports, as the other peers use them. */
const operandArguments = ['run', '--health-address=127.0.0.1:0', '--metrics-address=http://127.0.0.1:0'];

const recipes = {
  operand: {
    title: 'Operand',
    sources: 'operator',
    build: (source, _, signal) => tool(process.execPath, ['main.ts', '--help'], source, signal),
    // As an image starts it.
    start: () => [
      'env',
      'MALLOC_ARENA_MAX=1',
      process.execPath,
      '--max-semi-space-size=8',
      join(bench, '../build/bench-operator/main.mjs'),
      ...operandArguments,
    ],
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

/** The name of a peer. */
export type PeerName = keyof typeof recipes;

export const peerNames = Object.keys(recipes) as PeerName[];

/** Returns true for peers that write once and then do nothing: only their cold phase is measured. */
export function isFloor(name: PeerName): boolean {
  return name.startsWith('floor');
}

/** Returns true for Operand itself. */
export function isOperand(name: PeerName): boolean {
  return name.startsWith('operand');
}

/**
 * Returns a peer that is ready to start. Builds it once, and again when its sources change.
 *
 * @throws Error if its toolchain is missing or the build fails; the signal's reason if it aborts during a build.
 */
export async function preparedPeer(name: PeerName, say: (text: string) => void, signal: AbortSignal): Promise<Peer> {
  const { title, sources, toolchain, build, start }: Recipe = recipes[name];
  const [command, ...args] = start(
    sources === undefined || build === undefined
      ? bench
      : await built({ title, source: join(bench, sources), toolchain, build }, say, signal),
  );
  return { name, title, command, args };
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
