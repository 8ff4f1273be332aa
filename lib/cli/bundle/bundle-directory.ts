// In: the path of a bundle, a directory or an image; or the directory with the bundles of a catalog. Out: their content,
// not validated. Called by the commands that read bundles: to validate, package, offer and compare them.

import { type Dirent, existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Catalog } from '../../constructs/index.ts';
import type { StoredImage } from '../../oci/index.ts';
import { BundleContent } from '../../olm/content/index.ts';
import { Failure, failWith } from '../failure.ts';
import { readPresentImage } from '../image/present-image.ts';

const remedy = 'name the directory that holds manifests/ and metadata/, or the image';

/**
 * Reads the files of a bundle's directory, and a `bundle.Dockerfile` next to it that belongs to it. Or reads the
 * bundle's image, an archive or a layout.
 *
 * @throws Failure if the directory doesn't exist, has no bundle, or can't be read.
 */
export async function readBundle(directory: string): Promise<BundleContent> {
  const { files, labels } = await readContent(directory).catch(failWith(`${directory} can't be read: ${remedy}`));
  if (![...files.keys()].some((path) => /^(?:manifests|metadata)\//.test(path))) {
    throw new Failure(`there is no bundle in ${directory}: ${remedy}`);
  }
  return new BundleContent(files, labels);
}

async function readContent(directory: string): Promise<Pick<StoredImage, 'files'> & Partial<StoredImage>> {
  const image = await readPresentImage(directory);
  if (image !== undefined) return image;
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = await Promise.all(entries.map((entry) => readEntry(directory, entry)));
  const all = [...files.flat(), ...emptyDirectories(directory, entries), ...(await readDockerfileBeside(directory))];
  return { files: new Map(all) };
}

type File = readonly [path: string, bytes: Uint8Array];

/** Reads a file, also through a symbolic link, as in volumes of Kubernetes. */
async function readEntry(directory: string, entry: Dirent): Promise<readonly File[]> {
  const path = join(entry.parentPath, entry.name);
  const isFile = entry.isSymbolicLink() ? (await stat(path)).isFile() : entry.isFile();
  return isFile ? [[relative(directory, path).replaceAll(sep, '/'), await readFile(path)]] : [];
}

/** Returns the empty directories in `manifests/`: readers reject them like others. */
function emptyDirectories(directory: string, entries: readonly Dirent[]): readonly File[] {
  const parents = new Set(entries.map(({ parentPath }) => resolve(parentPath)));
  return entries
    .filter((entry) => entry.isDirectory() && !parents.has(resolve(entry.parentPath, entry.name)))
    .map((entry) => `${relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/')}/`)
    .filter((path) => path.startsWith('manifests/') && path !== 'manifests/')
    .map((path) => [path, new Uint8Array()]);
}

/** Reads `bundle.Dockerfile` next to `bundle/`, where operator-sdk writes it. */
async function readDockerfileBeside(directory: string): Promise<readonly File[]> {
  const path = join(directory, '..', 'bundle.Dockerfile');
  if (!existsSync(path)) return [];
  const bytes = await readFile(path);
  const isAboutIt = bytes.toString().includes(`${basename(resolve(directory))}/manifests`);
  return isAboutIt ? [['../bundle.Dockerfile', bytes]] : [];
}

/**
 * Reads the published bundles of a catalog's operator from the directory in its definition: name of the directory →
 * bundle.
 *
 * @returns empty if there are none yet.
 * @throws Failure if the directory, or a bundle in it, can't be read.
 */
export async function readPublishedBundles({ props, node }: Catalog): Promise<ReadonlyMap<string, BundleContent>> {
  const { releases } = props;
  if (releases === undefined) return new Map();
  const directory = typeof releases === 'string' ? releases : fileURLToPath(releases);
  const remedyOfReleases = 'create the directory with the first release, or leave `releases` out until then';
  const entries = await readdir(directory, { withFileTypes: true }).catch(
    failWith(`[${node.path}] releases ${directory} can't be read: ${remedyOfReleases}`),
  );
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readBundle(join(directory, name))] as const)),
  );
}
