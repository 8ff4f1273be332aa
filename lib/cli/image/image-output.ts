// In: the files and labels of an image, what is wrong with them, and where it goes. Out: the image there, and its digest on
// the standard output; or nothing but what is wrong. Called by the commands that make images.

import {
  type Image,
  ImageError,
  type ImageName,
  imageName,
  type PackedImage,
  type Platform,
  packedImage,
  platform,
  writeArchive,
  writeLayout,
} from '../../oci/index.ts';
import type { ValidationFinding } from '../../olm/index.ts';
import { Failure } from '../failure.ts';
import { reportFindings } from '../terminal/finding-report.ts';
import { complain, print } from '../terminal/output.ts';
import { sourceDate } from './source-date.ts';

/** The words of commands that make images. */
export interface ImageOptions {
  /** An archive, if it ends in `.tar`; else the directory of a layout. */
  readonly output: string;
  readonly tag?: string;
  /** Separated by commas. */
  readonly platforms: string;
}

/** What is to become an image. */
export interface ImageContent extends Pick<Image, 'files' | 'labels'> {
  /** What is wrong with it. With an error among it, it becomes none. */
  readonly found: readonly ValidationFinding[];
}

/**
 * Writes an image, and prints where it is and, on a line of its own, its digest.
 *
 * If there are errors in what it is to hold, they are told instead, and the process exits with 1.
 *
 * @throws Failure if an option makes no sense, or the image can't be written there.
 */
export async function writeImage(
  { files, labels, found }: ImageContent,
  { output, tag, platforms }: ImageOptions,
): Promise<void> {
  const name = imageTag(tag);
  const created = sourceDate(process.env);
  const image = packedImage({ files, labels, platforms: imagePlatforms(platforms), ...(created && { created }) });
  const errors = found.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    reportFindings(errors, { format: 'text' });
    complain(`no image is made of what has errors: ${output} is as it was\n`);
    return;
  }
  await writePackedImage(image, output, name);
}

/**
 * Writes an image as it is, and prints where it is and, on a line of its own, its digest.
 *
 * @param name - what it is called when it is loaded. @default nothing
 * @throws Failure if it can't be written there.
 */
export async function writePackedImage(image: PackedImage, output: string, name: ImageName | undefined): Promise<void> {
  try {
    await (isArchive(output) ? writeArchive : writeLayout)(output, image, name);
  } catch (error) {
    if (error instanceof ImageError && error.code === 'taken') throw new Failure(error.message);
    throw new Failure(`the image can't be written to ${output}: name another place`, { cause: error });
  }
  print(`wrote ${output}\n${image.root.digest}\n`);
}

function isArchive(output: string): boolean {
  return output.endsWith('.tar');
}

/** What an image is to be called, if anything. @throws Failure if that is no name, or has no tag. */
export function imageTag(text: string | undefined): ImageName | undefined {
  if (text === undefined) return undefined;
  const name = imageName(text);
  if (name !== undefined) return name;
  throw new Failure(`'${text}' is no name of an image with a tag: write it as example.com/team/cache-bundle:v0.1.0`);
}

/** For whom an image is to be, from a list with commas. @throws Failure that names what is no platform. */
export function imagePlatforms(list: string): Image['platforms'] {
  const texts = [...new Set(list.split(',').map((text) => text.trim()))];
  const [first, ...others] = texts.map((text): Platform => {
    const parsed = platform(text);
    if (parsed !== undefined) return parsed;
    throw new Failure(`'${text}' is no platform: write them as linux/amd64,linux/arm64`);
  });
  if (first === undefined) throw new Failure('an image is for some platform: name one, such as linux/amd64');
  return [first, ...others];
}
