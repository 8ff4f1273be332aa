import { decompressed, ImageError, type TarEntry, tarEntries } from '../../oci/index.ts';
import { Failure } from '../failure.ts';
import { filesWithLinks } from './archive-link.ts';
import { beginsWith, magic } from './magic.ts';
import type { UnpackingBudget } from './unpacking-budget.ts';

/**
 * The files of an archive, compressed or not, as {@link filesWithLinks} knows them: path in it → bytes. Of a file that is
 * only compressed, its bytes.
 *
 * @param source - how a person names it.
 * @param budget - of the source that it lies in.
 * @throws Failure if it is damaged, an archive that only others can open, or more than the budget has left.
 */
export function archiveFiles(
  source: string,
  bytes: Uint8Array,
  budget: UnpackingBudget,
): ReadonlyMap<string, Uint8Array> | Uint8Array {
  if (beginsWith(bytes, magic.zip)) {
    throw new Failure(`${source} is a zip archive: name a .tar.gz, or the directory that it is unpacked into`);
  }
  try {
    const content = decompressed(bytes, budget.bytesLeft);
    if (content !== bytes) budget.takeBytes(content.length);
    if (!beginsWith(content, magic.tar)) return content;
    const entries: TarEntry[] = [];
    for (const entry of tarEntries(content)) {
      budget.takeFile();
      entries.push(entry);
    }
    return filesWithLinks(source, entries);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    if (error.code === 'too-large') throw budget.tooLarge();
    throw new Failure(`${source} can't be read: it is damaged, or its end is missing: fetch it again`, {
      cause: error.cause,
    });
  }
}
