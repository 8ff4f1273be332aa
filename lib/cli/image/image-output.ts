// In: the files and labels of an image, its findings, and a path. Out: the image there, and its digest on the standard
// output; or only the findings. Called by the commands that build images.

import {
  type Image,
  ImageError,
  type ImageName,
  type PackedImage,
  type Platform,
  packedImage,
  parseImageName,
  parsePlatform,
  writeArchive,
  writeLayout,
} from '../../oci/index.ts';
import type { ValidationFinding } from '../../olm/index.ts';
import { Failure } from '../failure.ts';
import { reportFindings } from '../terminal/finding-report.ts';
import { printError, printText } from '../terminal/output.ts';
import { sourceDateEpoch } from './source-date.ts';

/** The common options of commands that build images. */
export interface ImageOptions {
  /** The path: an archive if it ends in `.tar`, else the directory of a layout. */
  readonly output: string;
  readonly tag?: string;
  /** Separated by commas. */
  readonly platforms: string;
}

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

/** Parses the name of an image, if given. @throws Failure if it isn't valid, or has no tag. */
export function imageTag(text: string | undefined): ImageName | undefined {
  if (text === undefined) return undefined;
  const name = parseImageName(text);
  if (name !== undefined) return name;
  throw new Failure(`'${text}' is not a name of an image with a tag: write it as example.com/team/cache-bundle:v0.1.0`);
}

/** Parses a list of platforms, separated by commas. @throws Failure naming one that isn't valid. */
export function imagePlatforms(list: string): Image['platforms'] {
  const texts = [...new Set(list.split(',').map((text) => text.trim()))];
  const [first, ...others] = texts.map((text): Platform => {
    const parsed = parsePlatform(text);
    if (parsed !== undefined) return parsed;
    throw new Failure(`'${text}' is not a platform: write them as linux/amd64,linux/arm64`);
  });
  if (first === undefined) throw new Failure('an image needs a platform: name one, such as linux/amd64');
  return [first, ...others];
}
