import { Option } from 'commander';

/** The options of each command that makes an image. @param platforms - for which it makes it unless it is told. */
export function imageOptions(platforms: string): readonly Option[] {
  return [
    new Option(
      '-o, --output <path>',
      'where it goes: an archive, if that ends in .tar; else a directory',
    ).makeOptionMandatory(),
    new Option('-t, --tag <name>', 'what it is called when it is loaded: example.com/team/name:tag'),
    new Option('--platforms <names>', 'for whom it is: linux/amd64,linux/arm64').default(platforms),
  ];
}

/** Where it stands what images of programs are made of. */
export function imageLockOption(): Option {
  return new Option(
    '--lock <file>',
    'what it is made of below the program (default: image.lock.json beside the program)',
  );
}
