// The operator of the benchmark goes in; what its image takes comes out, as a table: until it is ready, and in memory.
// Called by the command line.

import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { imageSource, storedContainer } from '../../lib/oci/index.ts';
import { unpackImage } from '../../test/e2e/images/unpacked-image.ts';
import { peakMib } from '../harness/cost.ts';
import { median } from '../harness/distribution.ts';
import type { Peer } from '../harness/peer.ts';
import { measured } from '../harness/phase.ts';
import { onStage, type Stage } from '../harness/stage.ts';
import { creation, names } from '../harness/work.ts';
import { table } from '../report/table.ts';

const program = fileURLToPath(new URL('../operator/program.ts', import.meta.url));
const container = fileURLToPath(new URL('../../test/e2e/images/container.ts', import.meta.url));
const healthPort = 18_081;

/** Options of {@link measuredImage}. */
export interface ImageMeasurement {
  readonly rounds: number;
  readonly resources: number;
  readonly onTurn: (what: string) => void;
  readonly signal: AbortSignal;
}

interface ImageTurn {
  /** From the start of its process, mounts included, until it says that it is ready: with no resource, and with all of them. */
  readonly readySeconds: { readonly empty: number; readonly full: number };
  /** The most memory that was resident, when it is ready, and when all is done. */
  readonly peakMib: { readonly empty: number; readonly full: number };
}

/**
 * Runs the image in its own files, of which none can be written to, as its own user: once with nothing to do, and once with
 * all resources to be created. Takes root, for the mounts. @returns a table in Markdown.
 */
export async function measuredImage({ rounds, resources, onTurn, signal }: ImageMeasurement): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'operand-bench-image-'));
  try {
    onTurn('making the image');
    const { size, peer } = await madeImage(directory);
    const turns: ImageTurn[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      onTurn(`round ${round}`);
      const options = { count: resources, idleSeconds: 0, signal };
      turns.push(await onStage(peer, options, async (stage) => await turn(stage, join(directory, 'mount'))));
    }
    const middle = (figure: (turn: ImageTurn) => number) => median(turns.map(figure));
    return table(
      [
        'image (MiB)',
        'rounds',
        'ready (s)',
        `ready with ${resources} resources (s)`,
        'then (MiB)',
        `after creating for ${resources} (MiB)`,
      ],
      [
        [
          (size / 2 ** 20).toFixed(1),
          String(rounds),
          middle(({ readySeconds }) => readySeconds.empty).toFixed(2),
          middle(({ readySeconds }) => readySeconds.full).toFixed(2),
          middle(({ peakMib }) => peakMib.empty).toFixed(1),
          middle(({ peakMib }) => peakMib.full).toFixed(1),
        ],
      ],
    );
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function madeImage(directory: string): Promise<{ readonly size: number; readonly peer: Peer }> {
  const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64';
  const [archive, root, mount] = ['image.tar', 'root', 'mount'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  const words = [
    'image',
    'build',
    '--lock',
    join(directory, 'lock.json'),
    '--platforms',
    `linux/${architecture}`,
    '-o',
    archive,
  ];
  await promisify(execFile)(process.execPath, [program, ...words]);
  const source = await imageSource(archive);
  if (source === undefined) throw new Error(`${archive} is no image`);
  await unpackImage(await storedContainer(source, { os: 'linux', architecture }), root);
  await mkdir(join(root, 'mnt'));
  await mkdir(mount);
  const own = ['run', '--kubeconfig=/mnt/kubeconfig', `--health-address=127.0.0.1:${healthPort}`];
  const environment = [`ROOT=${root}`, `MOUNT=${mount}`, 'MALLOC_ARENA_MAX=1', 'NODE_ENV=production'];
  const args = [...environment, process.execPath, container, ...own, '--metrics-address=http://127.0.0.1:0'];
  return {
    size: (await stat(archive)).size,
    peer: { name: 'operand', title: 'the image', command: '/usr/bin/env', args },
  };
}

async function turn({ api, observer, operator, ...stage }: Stage, mount: string): Promise<ImageTurn> {
  await copyFile(operator.kubeconfig, join(mount, 'kubeconfig'));
  await chmod(join(mount, 'kubeconfig'), 0o644);
  const empty = await ready(operator);
  const emptyMib = peakMib(operator.pid);
  await operator.stop();

  await api.sendAll(names(stage.count).map(creation));
  await observer.known(stage.count);
  const { peakMib: fullMib } = await measured('cold', { api, observer, operator, ...stage });
  await operator.stop();
  const full = await ready(operator);
  await operator.stop();
  return { readySeconds: { empty, full }, peakMib: { empty: emptyMib, full: fullMib } };
}

/** Starts it. @returns after how many seconds it says that it is ready. */
async function ready(operator: Stage['operator']): Promise<number> {
  const startedAt = await operator.start();
  while (!(await isReady())) await sleep(5);
  return (performance.now() - startedAt) / 1000;
}

async function isReady(): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${healthPort}/readyz`)).ok;
  } catch {
    // It doesn't listen yet.
    return false;
  }
}
