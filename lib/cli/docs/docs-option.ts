import { Option } from 'commander';
import { kindNames } from '../source/kind-name.ts';

/** What both programs' `docs` takes. */
export function docsOptions(): readonly Option[] {
  return [
    new Option(
      '-o, --output <dir>',
      'where the pages go, one for each kind (default: the page of one kind, to the terminal)',
    ),
    new Option('-k, --kind <name>', `the kind of which there is to be a page, ${kindNames}`).conflicts('output'),
    new Option('--check', 'write nothing, and exit with 1 if pages are out of date'),
  ];
}
