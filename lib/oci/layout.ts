import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { blobPath, jsonBytes, mediaTypes, type Pieces } from './blob.ts';
import { makeDirectory, writeFileAtomically } from './directory.ts';
import { imageDocuments } from './image-document.ts';
import { ImageError } from './image-error.ts';
import type { ImageName } from './image-name.ts';
import type { PackedImage } from './packed-container.ts';

/** The file that marks a directory as an image layout. */
export const layoutMarker = 'oci-layout';

/** The file that lists the images of a layout. Without it, the layout has none. */
export const layoutIndex = 'index.json';

/**
 * Returns an image as an OCI image layout: path → content, the index last.
 *
 * @param name - the name by which tools find it.
 * @default none: it is the only image
 * @see https://github.com/opencontainers/image-spec/blob/main/image-layout.md
 */
export function imageLayout({ root, blobs }: PackedImage, name?: ImageName): ReadonlyMap<string, Pieces> {
  const annotations = name && {
    // containerd, Podman and Docker read the first; the second is the specification's.
    annotations: { 'io.containerd.image.name': name.full, 'org.opencontainers.image.ref.name': name.tag },
  };
  const index = { schemaVersion: 2, mediaType: mediaTypes.index, manifests: [{ ...root, ...annotations }] };
  return new Map([
    [layoutMarker, [jsonBytes({ imageLayoutVersion: '1.0.0' })]],
    ...blobs.map(({ descriptor, content }) => [blobPath(descriptor.digest), content] as const),
    [layoutIndex, [jsonBytes(index)]],
  ]);
}

/**
 * Writes an image as a layout, and replaces the image of an existing layout.
 *
 * The index is written last: until then, also after a crash, the directory has no image, or the old one.
 *
 * @throws ImageError if the directory is a file, or has other content than a layout of one image.
 */
export async function writeLayout(directory: string, image: PackedImage, name?: ImageName): Promise<void> {
  await makeDirectory(directory);
  await refuseOccupied(directory);
  const layout = imageLayout(image, name);
  for (const [path, content] of layout) {
    await makeDirectory(dirname(join(directory, path)));
    // A crash before this line would leave a directory that isn't a layout, and is rejected from then on.
    if (path === layoutMarker) await writeFile(join(directory, path), content);
    else await writeFileAtomically(join(directory, path), content);
  }
  for (const path of await blobsIn(directory)) if (!layout.has(path)) await rm(join(directory, path));
}

async function refuseOccupied(directory: string): Promise<void> {
  const names = await readdir(directory);
  if (names.length > 0 && !names.includes(layoutMarker)) {
    throw new ImageError('taken', `${directory} is not empty and not an image layout: name another directory`);
  }
  // By a link, files elsewhere would be overwritten, or removed as blobs that no image has.
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const link = entries.find((entry) => entry.isSymbolicLink());
  if (link !== undefined) {
    throw new ImageError('taken', `${join(link.parentPath, link.name)} is a link: name another directory`);
  }
  if (!names.includes(layoutIndex)) return;
  const { manifests } = imageDocuments.index(
    await readFile(join(directory, layoutIndex)),
    join(directory, layoutIndex),
  );
  if (manifests.length > 1) {
    throw new ImageError('taken', `${directory} holds ${manifests.length} images: name another directory for this one`);
  }
}

async function blobsIn(directory: string): Promise<string[]> {
  const entries = await readdir(join(directory, 'blobs'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(directory, join(parentPath, name)).split(sep).join('/'));
}
