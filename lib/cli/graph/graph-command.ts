import { type Command, Option } from 'commander';
import type { AppLoader } from '../project/app-loader.ts';
import type { GraphOptions } from './graph.ts';

/** Adds the command `graph` with its options. */
export function addGraphCommand(program: Command, load: AppLoader): void {
  program
    .command('graph')
    .description('draw the structure of the operator: kinds, children, webhooks, images and rights')
    .option('-o, --output <file>', 'the file of the drawing; - prints it', '-')
    .addOption(
      new Option('--format <format>', 'the format (default: svg for a file that ends in .svg, else mermaid)').choices([
        'mermaid',
        'svg',
      ]),
    )
    .option('--operator <name>', 'the operator, if the app has several')
    .action(async (options: GraphOptions) => {
      const { executeGraph } = await import('./graph.ts');
      executeGraph(await load(), options);
    });
}
