import { tarArchive } from '../../lib/oci/tar.ts';

/** Returns files as a tar archive, in one piece. */
export function tarball(files: ReadonlyMap<string, Uint8Array>): Buffer {
  return Buffer.concat(tarArchive(new Map([...files].map(([path, bytes]) => [path, [bytes]]))));
}
