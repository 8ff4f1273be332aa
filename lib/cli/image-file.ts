import { readdir, stat } from 'node:fs/promises';

/**
 * The files of the image at a path, an archive or a layout: path in the image → bytes. Undefined for any other directory.
 *
 * Its labels are told by a `bundle.Dockerfile`, as for a directory: there they are held against the annotations.
 *
 * @throws ImageError if it is a file but no image, or a damaged one; what Node throws if nothing is there.
 */
export async function imageFiles(path: string): Promise<ReadonlyMap<string, Uint8Array> | undefined> {
  const isDirectory = (await stat(path)).isDirectory();
  if (isDirectory && !(await readdir(path)).includes('oci-layout')) return undefined;
  // Few are given an image: what reads it is loaded for them alone.
  const { imageSource, storedImage } = await import('../oci/index.ts');
  const source = await imageSource(path);
  if (source === undefined) return undefined;
  const { files, labels } = await storedImage(source);
  return new Map([...files, ['bundle.Dockerfile', Buffer.from(dockerfile(labels))]]);
}

/** What would make an image of those labels, and of everything. */
function dockerfile(labels: Readonly<Record<string, string>>): string {
  const lines = Object.entries(labels).map(([name, value]) => `LABEL ${name}=${JSON.stringify(value)}`);
  return ['FROM scratch', ...lines, 'COPY . /', ''].join('\n');
}
