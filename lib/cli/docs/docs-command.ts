import { Option } from 'commander';
import { type AppCommand, appAction } from '../project/app-loader.ts';
import { kindNames } from '../source/kind-name.ts';

/** Adds the command `docs` with its options. */
export const addDocsCommand: AppCommand = (program, load) => {
  const docs = program
    .command('docs')
    .description('write the reference of the kinds that this app defines, in Markdown')
    .action(appAction(load, async () => (await import('./app-docs.ts')).executeAppDocs));
  for (const option of docsOptions()) docs.addOption(option);
};

/** Returns the options of `docs`. */
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
