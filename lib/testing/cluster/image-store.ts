// In: images, as archives and layouts. Out: a containerd store in the user's cache that has them unpacked, and a copy
// of it for each node. Images are unpacked once, not at each start. Called by Cluster.

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { untilAborted } from '../../clock/index.ts';
import { Supervisor } from '../supervisor/supervisor.ts';
import { withBuildLock } from '../toolchain/build-lock.ts';
import { testKitDirectory } from '../toolchain/cache-directory.ts';
import { imageBound, partialEntry, removeUnused, takeEntry } from '../toolchain/cache-entry.ts';
import { lastLines } from '../toolchain/toolchain-error.ts';
import { containerdReady, ctr } from './containerd-client.ts';
import { importerConfiguration } from './containerd-configuration.ts';
import { imageSetKey } from './image-set-key.ts';
import type { NodeBinaries } from './node-binary.ts';
import { writePauseImage } from './pause-image.ts';

const run = promisify(execFile);

/**
 * Parts of a containerd's directory: databases are copied; the files are linked, because containerd never changes them.
 */
const databases = ['io.containerd.metadata.v1.bolt/meta.db', 'io.containerd.snapshotter.v1.overlayfs/metadata.db'];
const linked = ['io.containerd.content.v1.content/blobs/sha256', 'io.containerd.snapshotter.v1.overlayfs/snapshots'];

/** A containerd's directory with some images. */
export class ImageStore {
  readonly #path: string;

  /**
   * Returns the store of the given images and the pause image; creates it if it doesn't exist.
   *
   * @param images - paths of OCI archives, or of directories with an OCI layout.
   * @throws Error if an image can't be read.
   */
  static async of(images: readonly string[], binaries: NodeBinaries, signal: AbortSignal): Promise<ImageStore> {
    const root = join(testKitDirectory(), 'cluster-images');
    const path = join(
      root,
      await imageSetKey(images, `${basename(binaries.containerRuntime)} ${basename(binaries.kubernetes)}`),
    );
    await mkdir(root, { recursive: true });
    const make = async () => {
      if (await takeEntry(path)) return;
      await removeUnused(root, imageBound);
      await importImages(images, path, binaries, signal);
      await takeEntry(path);
    };
    if (!(await takeEntry(path))) await withBuildLock(path, () => undefined, make, signal);
    return new ImageStore(path);
  }

  private constructor(path: string) {
    this.#path = path;
  }

  /** Creates a containerd directory with the images of this store. */
  async copyTo(directory: string): Promise<void> {
    for (const path of databases) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await copyFile(join(this.#path, path), join(directory, path));
    }
    for (const path of linked) {
      await mkdir(join(directory, path), { recursive: true });
      const names = await readdir(join(this.#path, path));
      await Promise.all(names.map((name) => symlink(join(this.#path, path, name), join(directory, path, name))));
    }
  }
}

async function importImages(
  images: readonly string[],
  destination: string,
  binaries: NodeBinaries,
  signal: AbortSignal,
): Promise<void> {
  const supervisor = await Supervisor.start(partialEntry(destination));
  if (!supervisor) throw new Error(`another process is making ${destination}: try again`);
  try {
    const at = (name: string) => join(supervisor.directory, name);
    // The path of a socket may have about a hundred characters.
    const state = join(tmpdir(), `operand-images-${randomUUID().slice(0, 8)}`);
    supervisor.own({ type: 'directory', path: state });
    const socket = join(state, 'containerd.sock');
    await writeFile(at('containerd.toml'), importerConfiguration({ root: at('root'), state, socket }));
    await writePauseImage(at('pause.tar'), join(binaries.kubernetes, 'pause'));
    const containerd = await supervisor.run({
      name: 'containerd',
      command: 'unshare',
      // Its mounts are in a separate namespace, and end with it.
      args: ['--mount', '--', join(binaries.containerRuntime, 'containerd'), '--config', at('containerd.toml')],
      cwd: supervisor.directory,
      env: { PATH: `${binaries.containerRuntime}:/usr/sbin:/usr/bin:/sbin:/bin`, TMPDIR: supervisor.directory },
      log: at('containerd.log'),
    });
    const end = new AbortController();
    void containerd.exit.then(async () => {
      if (end.signal.aborted) return;
      const words = lastLines(await readFile(at('containerd.log'), 'utf8'));
      end.abort(new Error(`containerd ended while it imported images; the end of its log:\n${words}`));
    });
    const done = importAll(
      [at('pause.tar'), ...images],
      ctr(binaries.containerRuntime, socket),
      at('layout.tar'),
      AbortSignal.any([signal, end.signal]),
    );
    try {
      await untilAborted(done, end.signal);
      end.signal.throwIfAborted();
    } finally {
      end.abort();
      await Promise.allSettled([done]);
    }
    await containerd.terminate();
    await rename(at('root'), destination);
  } finally {
    await supervisor.close();
  }
}

async function importAll(
  images: readonly string[],
  client: readonly [string, ...string[]],
  spare: string,
  signal: AbortSignal,
): Promise<void> {
  const [command, ...words] = client;
  await containerdReady(client, signal);
  for (const image of images) {
    const isLayout = (await stat(image)).isDirectory();
    if (isLayout) await run('tar', ['-C', image, '-cf', spare, '.'], { signal });
    const imported = await run(command, [...words, 'images', 'import', '--local', isLayout ? spare : image], {
      signal,
    });
    requireName(image, imported.stdout);
  }
  const { stdout } = await run(command, [...words, 'images', 'list'], { signal });
  for (const [name, digest] of imageList(stdout)) {
    const pinned = `${name.replace(/:[^:/]*$/, '')}@${digest}`;
    if (!name.includes('@')) await run(command, [...words, 'images', 'tag', '--force', name, pinned], { signal });
  }
}

/**
 * Makes sure that an archive gives its image a full name, which pods need.
 *
 * @param output - the output of `ctr images import`: a line for each name, with a date in place of the name if there is
 *   only a tag.
 * @throws Error with the remedy.
 */
export function requireName(image: string, output: string): void {
  const names = [...output.matchAll(/^unpacking (\S+) \(/gm)].map(([, name = '']) => name);
  if (names.some((name) => !/^import-\d{4}-\d\d-\d\d:/.test(name))) return;
  throw new Error(
    `the image at ${image} has no full name, which pods need: write it with one, such as localhost/app:1`,
  );
}

/** Returns name and digest of each image from the output of `ctr images list`: its first and third column. */
export function imageList(table: string): readonly (readonly [name: string, digest: string])[] {
  const rows = table.trim().split('\n').slice(1);
  return rows.map((row) => row.split(/\s+/)).map(([name = '', , digest = '']) => [name, digest]);
}
