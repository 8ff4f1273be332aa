import { decompressedBytes, ImageError, type TarEntry, tarEntries } from '../../oci/index.ts';
import { Failure } from '../failure.ts';
import { filesWithLinks } from './archive-link.ts';
import { fileSignatures, hasSignature } from './file-signature.ts';
import type { UnpackingBudget } from './unpacking-budget.ts';

/**
 * Returns the files of an archive, compressed or not, with those of {@link filesWithLinks}: path in it → bytes. For a
 * compressed file that isn't an archive, its bytes.
 *
 * @param source - the user's name of it.
 * @param budget - the budget of the whole source.
 * @throws Failure if it is damaged, an archive of an unsupported format, or exceeds the budget.
 */
export function archiveFiles(
  source: string,
  bytes: Uint8Array,
  budget: UnpackingBudget,
): ReadonlyMap<string, Uint8Array> | Uint8Array {
  if (hasSignature(bytes, fileSignatures.zip)) {
    throw new Failure(`${source} is a zip archive: name a .tar.gz, or the directory that it is unpacked into`);
  }
  try {
    const content = decompressedBytes(bytes, budget.bytesLeft);
    if (content !== bytes) budget.takeBytes(content.length);
    if (!hasSignature(content, fileSignatures.tar)) return content;
    const entries: TarEntry[] = [];
    for (const entry of tarEntries(content)) {
      budget.takeFile();
      entries.push(entry);
    }
    return filesWithLinks(source, entries);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    if (error.code === 'too-large') throw budget.tooLarge();
    throw new Failure(`${source} can't be read: it is damaged, or its end is missing: download it again`, {
      cause: error.cause,
    });
  }
}
