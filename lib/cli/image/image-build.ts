// In: the file that the program was started with, its app, and what is below it. Out: an image whose entry point it is.
// Called by `main`.

import { basename, dirname, join, relative, sep } from 'node:path';
import type { App } from 'cdk8s';
import {
  type ContainerVariant,
  type Layer,
  type Pieces,
  type Platform,
  packedContainer,
  smallLayer,
  tarArchive,
} from '../../oci/index.ts';
import { programBundle } from '../build/program-bundle.ts';
import { assertDefinition } from '../definition.ts';
import { assembledBase, imageUser, refuseUnassembled } from './assembled-base.ts';
import { givenBase } from './given-base.ts';
import type { ImageBase } from './image-base.ts';
import { definitionLabels, givenLabels } from './image-label.ts';
import { type ImageLockOptions, imageLock } from './image-lock.ts';
import { type ImageOptions, imagePlatforms, imageTag, writePackedImage } from './image-output.ts';
import { sourceDate } from './source-date.ts';

/** The words of `image build`. */
export interface ImageBuildOptions extends ImageOptions, ImageLockOptions {
  /** An archive or a layout of an image that has Node. @default what the lock says */
  readonly base?: string;
  /** `name=value` each. */
  readonly label: readonly string[];
}

/** Where the program is in its image. */
const programDirectory = 'app';

/**
 * Writes the image of an operator: its program, bundled, on Node and what Node needs. It runs as nobody in particular, asks
 * for no shell and writes no file. The same sources on the same base are the same image, to the byte.
 *
 * What is below the program is pinned by a lock, which is written if it isn't there.
 *
 * @param program - the file that the process was started with.
 * @throws Failure if the definition has problems, an option makes no sense, something below the program can't be had, or
 * the image can't be written.
 */
export async function imageBuildCommand(program: string, app: App, options: ImageBuildOptions): Promise<void> {
  assertDefinition(app);
  const name = imageTag(options.tag);
  const created = sourceDate(process.env);
  const platforms = imagePlatforms(options.platforms);
  const labels = { ...definitionLabels(app), ...givenLabels(options.label) };

  // What is wrong with what is below is told before seconds go into the bundle.
  const [first, ...others] = await bases(program, platforms, options);
  const own = await programLayer(program);
  const variant = (base: ImageBase) => programOn(base, own, labels);
  const image = packedContainer({ variants: [variant(first), ...others.map(variant)], ...(created && { created }) });
  await writePackedImage(image, options.output, name);
}

async function bases(
  program: string,
  [first, ...others]: readonly [Platform, ...Platform[]],
  { base, ...options }: ImageBuildOptions,
): Promise<[ImageBase, ...ImageBase[]]> {
  const baseFor = base === undefined ? lockedBase : async (platform: Platform) => await givenBase(base, platform);
  const found: [ImageBase, ...ImageBase[]] = [await baseFor(first)];
  // One after the other: each takes some hundred megabytes while it is made.
  for (const platform of others) found.push(await baseFor(platform));
  return found;

  async function lockedBase(platform: Platform): Promise<ImageBase> {
    refuseUnassembled(platform);
    return await assembledBase(await imageLock(program, options), platform);
  }
}

/** What a Dockerfile says behind its last `FROM`. */
function programOn(base: ImageBase, program: Layer, labels: Readonly<Record<string, string>>): ContainerVariant {
  return {
    platform: base.platform,
    layers: [...base.layers, program],
    start: {
      user: `${imageUser}:${imageUser}`,
      entrypoint: [base.node, `/${programDirectory}/main.mjs`],
      // Node's threads share one pool of memory then, which spares 5 MiB.
      env: { ...base.env, NODE_ENV: 'production', MALLOC_ARENA_MAX: '1' },
      workingDirectory: `/${programDirectory}`,
      labels: { ...base.labels, ...labels },
    },
  };
}

/** The program as a layer. Maps of its sources, which Node doesn't ask for by itself, stay out. */
async function programLayer(program: string): Promise<Layer> {
  const directory = join(dirname(program), programDirectory);
  const bundle = await programBundle(program, directory);
  const files = [...bundle]
    .filter(([path]) => !path.endsWith('.map'))
    .map(([path, bytes]): [string, Pieces] => [inImage(relative(directory, path)), [bytes]]);
  return smallLayer(tarArchive(new Map(files)), `operand image build ${basename(program)}`);
}

function inImage(path: string): string {
  return [programDirectory, ...path.split(sep)].join('/');
}
