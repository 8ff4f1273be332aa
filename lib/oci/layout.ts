import { blobPath, jsonBytes, mediaTypes } from './blob.ts';
import type { Pieces } from './byte-pieces.ts';
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
