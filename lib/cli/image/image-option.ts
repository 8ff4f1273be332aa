import { type Image, type ImageName, type Platform, parseImageName, parsePlatform } from '../../oci/index.ts';
import { Failure } from '../failure.ts';

/** The common options of commands that build images. */
export interface ImageOptions {
  /** The path: an archive if it ends in `.tar`, else the directory of a layout. */
  readonly output: string;
  readonly tag?: string;
  /** Separated by commas. */
  readonly platforms: string;
}

/** Parses the name of an image of `--tag`, if given. @throws Failure if it isn't valid, or has no tag. */
export function imageTag(text: string | undefined): ImageName | undefined {
  if (text === undefined) return undefined;
  const name = parseImageName(text);
  if (name !== undefined) return name;
  throw new Failure(`'${text}' is not a name of an image with a tag: write it as example.com/team/cache-bundle:v0.1.0`);
}

/** Parses the platforms of `--platforms`, separated by commas. @throws Failure naming one that isn't valid. */
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
