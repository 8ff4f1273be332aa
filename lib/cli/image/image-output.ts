// In: the files and labels of an image, its findings, and a path. Out: the image there, and its digest on the standard
// output; or only the findings. Called by the commands that build images.

import {
  type Image,
  ImageError,
  type ImageName,
  type PackedImage,
  packedImage,
  writeArchive,
  writeLayout,
} from '../../oci/index.ts';
import type { ValidationFinding } from '../../olm/index.ts';
import { Failure } from '../failure.ts';
import { reportFindings } from '../terminal/finding-report.ts';
import { printError, printText } from '../terminal/output.ts';
import { type ImageOptions, imagePlatforms, imageTag } from './image-option.ts';
import { sourceDateEpoch } from './source-date.ts';

/** The content of an image. */
export interface ImageContent extends Pick<Image, 'files' | 'labels'> {
  /** The findings. With an error, no image is built. */
  readonly found: readonly ValidationFinding[];
}

/**
 * Writes an image, and prints its path and, on a separate line, its digest.
 *
 * If its content has errors, prints these instead, and exits with 1.
 *
 * @throws Failure if an option isn't valid, or the image can't be written there.
 */
export async function writeImage(
  { files, labels, found }: ImageContent,
  { output, tag, platforms }: ImageOptions,
): Promise<void> {
  const name = imageTag(tag);
  const created = sourceDateEpoch(process.env);
  const image = packedImage({ files, labels, platforms: imagePlatforms(platforms), ...(created && { created }) });
  const errors = found.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    reportFindings(errors, { format: 'text' });
    printError(`no image is built because of these errors: ${output} is unchanged\n`);
    return;
  }
  await writePackedImage(image, output, name);
}

/**
 * Writes an image unchanged, and prints its path and, on a separate line, its digest.
 *
 * @param name - the name of the loaded image.
 * @default none
 * @throws Failure if it can't be written there.
 */
export async function writePackedImage(image: PackedImage, output: string, name: ImageName | undefined): Promise<void> {
  try {
    await (output.endsWith('.tar') ? writeArchive : writeLayout)(output, image, name);
  } catch (error) {
    if (error instanceof ImageError && error.code === 'taken') throw new Failure(error.message);
    throw new Failure(`the image can't be written to ${output}: name another place`, { cause: error });
  }
  printText(`wrote ${output}\n${image.root.digest}\n`);
}
