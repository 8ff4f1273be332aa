// In: the path of a bundle, be it a directory or an image. Out: its content, unjudged.
// Called by the commands that read bundles: to judge them, to make images and catalogs of them, and to compare them.

import { type Dirent, existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import type { StoredImage } from '../../oci/index.ts';
import { BundleContent } from '../../olm/content/index.ts';
import { Failure } from '../failure.ts';
import { presentImage } from '../image/present-image.ts';

const remedy = 'name the directory that holds manifests/ and metadata/, or the image';

/**
 * What the files of a bundle's directory hold, together with a `bundle.Dockerfile` beside it that is about it; or what the
 * bundle's image holds, an archive or a layout.
 *
 * @throws Failure if there is no such directory, no bundle in it, or it can't be read.
 */
export async function readBundle(directory: string): Promise<BundleContent> {
  const { files, labels } = await contentAt(directory);
  if (![...files.keys()].some((path) => /^(?:manifests|metadata)\//.test(path))) {
    throw new Failure(`there is no bundle in ${directory}: ${remedy}`);
  }
  return new BundleContent(files, labels);
}

async function contentAt(directory: string): Promise<Pick<StoredImage, 'files'> & Partial<StoredImage>> {
  try {
    const image = await presentImage(directory);
    if (image !== undefined) return image;
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    const files = await Promise.all(entries.map((entry) => readEntry(directory, entry)));
    const all = [...files.flat(), ...emptyDirectories(directory, entries), ...(await readDockerfileBeside(directory))];
    return { files: new Map(all) };
  } catch (error) {
    throw new Failure(`${directory} can't be read: ${remedy}`, { cause: error });
  }
}

type File = readonly [path: string, bytes: Uint8Array];

/** A file, also behind a symbolic link, as volumes of Kubernetes have them. */
async function readEntry(directory: string, entry: Dirent): Promise<readonly File[]> {
  const path = join(entry.parentPath, entry.name);
  const isFile = entry.isSymbolicLink() ? (await stat(path)).isFile() : entry.isFile();
  return isFile ? [[relative(directory, path).replaceAll(sep, '/'), await readFile(path)]] : [];
}

/** Directories in `manifests/` in which nothing lies: readers refuse them as they do others. */
function emptyDirectories(directory: string, entries: readonly Dirent[]): readonly File[] {
  const parents = new Set(entries.map(({ parentPath }) => resolve(parentPath)));
  return entries
    .filter((entry) => entry.isDirectory() && !parents.has(resolve(entry.parentPath, entry.name)))
    .map((entry) => `${relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/')}/`)
    .filter((path) => path.startsWith('manifests/') && path !== 'manifests/')
    .map((path) => [path, new Uint8Array()]);
}

/** Where operator-sdk writes it: `bundle.Dockerfile` beside `bundle/`, which it copies from. */
async function readDockerfileBeside(directory: string): Promise<readonly File[]> {
  const path = join(directory, '..', 'bundle.Dockerfile');
  if (!existsSync(path)) return [];
  const bytes = await readFile(path);
  const isAboutIt = bytes.toString().includes(`${basename(resolve(directory))}/manifests`);
  return isAboutIt ? [['../bundle.Dockerfile', bytes]] : [];
}
