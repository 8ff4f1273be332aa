import { type Command, Option } from 'commander';
import { programPath } from '../process/program-path.ts';
import type { AppLoader } from '../project/app-loader.ts';
import type { ImageBuildOptions } from './image-build.ts';
import type { ImageLockOptions } from './image-lock.ts';

/** Adds the command `image` with its options. */
export function addImageCommand(program: Command, load: AppLoader): void {
  const image = program.command('image').description('the image that runs this operator in a cluster');

  addImageBuild(image, load);
  addImageLock(image);
}

function addImageBuild(image: Command, load: AppLoader): void {
  const imageBuild = image
    .command('build')
    .description('build it, without Docker, with the same digest each time')
    .option(
      '--base <image>',
      'an image with Node as the base: an archive, a layout or a reference to a registry (default: the base of the lock)',
    )
    .addOption(imageLockOption())
    .option('--label <name=value>', 'a further label; may be repeated', collectedWords, [])
    .action(async (options: ImageBuildOptions) => {
      const { executeImageBuild } = await import('./image-build.ts');
      await executeImageBuild(programPath(), await load(), options);
    });
  const defaults = { platforms: 'linux/amd64,linux/arm64', tag: 'the image of the operator' };
  for (const option of imageCommandOptions(defaults)) imageBuild.addOption(option);
}

function addImageLock(image: Command): void {
  image
    .command('lock')
    .description('pin the current digest of its base')
    .option('--base <reference>', 'an image of a registry, with a tag (default: the base of the lock, else Node’s own)')
    .addOption(imageLockOption())
    .action(async (options: ImageLockOptions) => {
      const { executeImageLock } = await import('./image-lock.ts');
      await executeImageLock(programPath(), options);
    });
}

function imageLockOption(): Option {
  return new Option('--lock <file>', 'the lock of the base (default: image.lock.json next to the program)');
}

/** Adds a value to those of a repeated option. */
function collectedWords(word: string, words: readonly string[]): string[] {
  return [...words, word];
}

/** Returns the command options for building images. @param defaults - the platforms, and the name in words. */
export function imageCommandOptions(defaults: { readonly platforms: string; readonly tag: string }): readonly Option[] {
  return [
    new Option(
      '-o, --output <path>',
      'the path of the image: an archive if it ends in .tar, else a directory',
    ).makeOptionMandatory(),
    new Option(
      '-t, --tag <name>',
      `the name of the loaded image: example.com/team/name:tag (default: ${defaults.tag})`,
    ),
    new Option('--platforms <names>', 'the platforms of the image: linux/amd64,linux/arm64').default(
      defaults.platforms,
    ),
  ];
}
