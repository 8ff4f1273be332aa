import { decompressed, ImageError, tarEntries } from '../../oci/index.ts';
import { Failure } from '../failure.ts';
import { filesWithLinks } from './archive-link.ts';
import { beginsWith, magic } from './magic.ts';

/**
 * The files of an archive, compressed or not, as {@link filesWithLinks} knows them: path in it → bytes. Of a file that is
 * only compressed, its bytes.
 *
 * @param source - how a person names it.
 * @throws Failure if it is damaged, or an archive that only others can open.
 */
export function archiveFiles(source: string, bytes: Uint8Array): ReadonlyMap<string, Uint8Array> | Uint8Array {
  if (beginsWith(bytes, magic.zip)) {
    throw new Failure(`${source} is a zip archive: name a .tar.gz, or the directory that it is unpacked into`);
  }
  try {
    const content = decompressed(bytes);
    if (!beginsWith(content, magic.tar)) return content;
    return filesWithLinks(source, [...tarEntries(content)]);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw new Failure(
      `${source} can't be read: it is damaged, its end is missing, or it is larger than 1 GiB: fetch it anew`,
      { cause: error.cause },
    );
  }
}
