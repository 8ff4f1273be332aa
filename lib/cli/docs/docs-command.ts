import type { Command } from 'commander';
import type { AppLoader } from '../project/app-loader.ts';
import { docsOptions } from '../terminal/shared-option.ts';
import type { DocsOptions } from './reference-files.ts';

/** Adds `docs`. */
export function addDocs(program: Command, load: AppLoader): void {
  const docs = program
    .command('docs')
    .description('write the reference of the kinds that this app defines, in Markdown')
    .action(async (options: DocsOptions) => {
      const { appDocsCommand } = await import('./app-docs.ts');
      appDocsCommand(await load(), options);
    });
  for (const option of docsOptions()) docs.addOption(option);
}
