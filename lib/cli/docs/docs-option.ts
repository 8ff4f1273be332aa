import { Option } from 'commander';
import { kindNames } from '../source/kind-name.ts';

/** Returns the options of `docs` in both programs. */
export function docsOptions(): readonly Option[] {
  return [
    new Option(
      '-o, --output <dir>',
      'the directory for the pages, one for each kind (default: prints the page of a single kind)',
    ),
    new Option('-k, --kind <name>', `the kind of the page, ${kindNames}`).conflicts('output'),
    new Option('--check', 'write nothing, and exit with 1 if pages are out of date'),
  ];
}
