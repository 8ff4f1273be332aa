import type { Command } from 'commander';
import type { AppLoader } from '../project/app-loader.ts';

/** Adds the command `render` with its options. */
export function addRenderCommand(program: Command, load: AppLoader): void {
  program
    .command('render')
    .description('print the children of custom resources as YAML, without a cluster')
    .argument('[files...]', 'files of custom resources, and of the objects that they refer to (default: the samples)')
    .action(async (files: readonly string[]) => {
      const { executeRender } = await import('./render.ts');
      await executeRender(await load(), files);
    });
}
