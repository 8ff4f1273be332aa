import { Option } from 'commander';

/** Returns the common options of commands that build images. @param platforms - the default platforms. */
export function imageOptions(platforms: string): readonly Option[] {
  return [
    new Option(
      '-o, --output <path>',
      'the path of the image: an archive if it ends in .tar, else a directory',
    ).makeOptionMandatory(),
    new Option('-t, --tag <name>', 'the name of the loaded image: example.com/team/name:tag'),
    new Option('--platforms <names>', 'the platforms of the image: linux/amd64,linux/arm64').default(platforms),
  ];
}

/** Returns the option with the path of the lock. */
export function imageLockOption(): Option {
  return new Option('--lock <file>', 'the lock of the base (default: image.lock.json next to the program)');
}
