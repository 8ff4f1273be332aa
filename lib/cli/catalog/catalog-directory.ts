// In: the path of a catalog, a file, a directory or an image. Out: the bytes of the files that opm reads there, not
// validated. Called by the commands that read catalogs.

import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import type { BundleFiles } from '../../olm/index.ts';
import { Failure, failWith } from '../failure.ts';
import { readPresentImage } from '../image/present-image.ts';
import { filesReadByOpm } from './index-ignore.ts';

/** Matches the names of files with documents. */
const documentFile = /\.(?:ya?ml|json)$/;

/** The directory of catalogs in their images. */
export const catalogRoot = 'configs';

/**
 * Reads the files of a file-based catalog that opm reads, whatever their names: path → bytes, relative to `path`. That is
 * a directory, one file, or the catalog's image: an archive or a layout.
 *
 * @throws Failure if it can't be read, or has no documents.
 */
export async function readCatalog(path: string): Promise<BundleFiles> {
  const files = await readFilesAt(path).catch(
    failWith(`${path} can't be read: name the directory or the file of a catalog`),
  );
  const read = filesReadByOpm(new Map(files));
  if (catalogDocuments(read).size === 0) {
    throw new Failure(`${path} holds no YAML and no JSON: name the directory or the file of a catalog`);
  }
  return read;
}

/** Returns the files of a catalog that are named as YAML or JSON. */
export function catalogDocuments(files: BundleFiles): BundleFiles {
  return new Map([...files].filter(([file]) => documentFile.test(file)));
}

async function readFilesAt(path: string): Promise<(readonly [file: string, bytes: Uint8Array])[]> {
  if (documentFile.test(path) && (await stat(path)).isFile()) return [[basename(path), await readFile(path)]];
  const image = await readPresentImage(path);
  if (image !== undefined) {
    const inside = [...image.files].filter(([file]) => file.startsWith(`${catalogRoot}/`));
    return inside.map(([file, bytes]) => [file.slice(catalogRoot.length + 1), bytes] as const);
  }
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(
    files.map(async (file) => [relative(path, file).replaceAll(sep, '/'), await readFile(file)] as const),
  );
}
