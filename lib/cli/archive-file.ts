import { decompressed, ImageError, tarEntries } from '../oci/index.ts';
import { Failure } from './failure.ts';

/**
 * The files of an archive, compressed or not: path in it → bytes.
 *
 * @param source - how a person names it.
 * @throws Failure if it is no archive, or a damaged one.
 */
export function archiveFiles(source: string, archive: Uint8Array): (readonly [path: string, bytes: Uint8Array])[] {
  try {
    const entries = [...tarEntries(decompressed(archive))].filter(({ type }) => type === 'file');
    return entries.map(({ path, bytes }) => [path, bytes]);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw new Failure(
      `${source} can't be read: it is no archive, its end is missing, or it is larger than 1 GiB: fetch it anew`,
      { cause: error.cause },
    );
  }
}
