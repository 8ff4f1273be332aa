import { blobPath, jsonBytes, mediaTypes } from './blob.ts';
import type { ImageName } from './image-name.ts';
import type { PackedImage } from './packed-container.ts';
import type { Pieces } from './pieces.ts';

/** What makes a directory an image layout. */
export const layoutMarker = 'oci-layout';

/** What tells which images are in a layout. Once it is there, they are. */
export const layoutIndex = 'index.json';

/**
 * An image as an OCI image layout: path → content, the index last.
 *
 * @param name - by which tools find it. @default none: it is the only one
 * @see https://github.com/opencontainers/image-spec/blob/main/image-layout.md
 */
export function imageLayout({ root, blobs }: PackedImage, name?: ImageName): ReadonlyMap<string, Pieces> {
  const annotations = name && {
    // The first is what containerd, Podman and Docker call it when they load it; the second is the specification's.
    annotations: { 'io.containerd.image.name': name.full, 'org.opencontainers.image.ref.name': name.tag },
  };
  const index = { schemaVersion: 2, mediaType: mediaTypes.index, manifests: [{ ...root, ...annotations }] };
  return new Map([
    [layoutMarker, [jsonBytes({ imageLayoutVersion: '1.0.0' })]],
    ...blobs.map(({ descriptor, content }) => [blobPath(descriptor.digest), content] as const),
    [layoutIndex, [jsonBytes(index)]],
  ]);
}
